import { Controller, Get, type Type } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { Settings } from '../../src/base/config/given-settings.js';
import { PASSWORD } from '../../src/app/testing/creations.js';
import { Passwords } from '../../src/core/auth/passwords.js';
import { hashOnce } from '../../src/operations/test-forges/hash-once.js';
import { Client } from './client.js';
import { Contract } from './contract.js';
import { reusedDatabase, type ReusedDatabase } from './reused-database.js';
import { Seed, type SeededUser } from './seed.js';

export const HOST_TOKEN = 'token-of-root-0000000';
const ROOT_PASSWORD = 'the password of root';

/** A host application that listens, and the databases that its test has made. */
export interface Host {
  app: NestFastifyApplication;
  url: string;
  close(): Promise<void>;
}

const databases: ReusedDatabase[] = [];
const hosts: Host[] = [];

/** A route of the host's own. */
@Controller('host')
export class HostController {
  @Get()
  get() {
    return { of: 'the host' };
  }
}

/** Settings of a forge in a host application, with a database of its own. */
export async function hostSettings(): Promise<Settings> {
  const database = await reusedDatabase();
  databases.push(database);
  return {
    DATABASE_URL: database.url,
    ADMIN_TOKEN: HOST_TOKEN,
    ADMIN_PASSWORD: ROOT_PASSWORD,
    SECRET_KEY: 'a secret key that is known to everybody',
    RATE_LIMIT: false,
  };
}

/** Closes all hosts and drops their databases. Call it after each test. */
export async function endHosts(): Promise<void> {
  for (const host of hosts.splice(0)) await host.close();
  for (const database of databases.splice(0)) await database.drop();
}

/** Starts an application of this module. `arrange` runs before it is initialized. */
export async function startHost(
  module: Type,
  arrange: (app: NestFastifyApplication) => unknown = () => undefined,
  adapter = new FastifyAdapter(),
): Promise<Host> {
  const built = await Test.createTestingModule({ imports: [module] }).compile();
  const app = built.createNestApplication<NestFastifyApplication>(adapter);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= app.close());
  try {
    hashOnce(app.get(Passwords, { strict: false }), PASSWORD, (given) =>
      [PASSWORD, ROOT_PASSWORD].includes(given),
    );
    await arrange(app);
    await app.listen(0, '127.0.0.1');
    for (const database of databases) await database.hasTables();
    const host = { app, url: await app.getUrl(), close };
    hosts.push(host);
    return host;
  } catch (error) {
    await close();
    throw error;
  }
}

/** The first administrator, as a client of the API at this URL. */
export async function rootAt(url: string): Promise<Client> {
  const api = `${url}/api/v3`;
  return new Client(api, await Contract.of(api)).as(HOST_TOKEN);
}

/** A user with a project and an issue in it. */
export async function seedIssue(root: Client, { username = 'ada', seed = new Seed(root) } = {}) {
  const ada: SeededUser = await seed.user({ username, email: `${username}@example.com` });
  const project = await seed.project(ada);
  const issue = await seed.issue(project, ada);
  return { seed, ada, project, issue };
}
