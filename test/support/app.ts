import type { AddressInfo } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp, listen } from '../../src/app/app.js';
import { listeningUrl, readConfig, type Config } from '../../src/base/config/config.js';
import { Passwords } from '../../src/core/auth/passwords.js';
import { PASSWORD } from '../../src/app/testing/creations.js';
import { hashOnce } from '../../src/operations/test-forges/hash-once.js';
import { Client } from './client.js';
import { Contract } from './contract.js';
import type { FreshDatabase } from './database.js';
import { watchRecords } from './declared-records.js';
import { reusedDatabase, type ReusedDatabase } from './reused-database.js';
import { Seed } from './seed.js';

/** The first administrator of every service the tests start. */
export const ROOT = {
  username: 'root',
  email: 'admin@example.com',
  password: 'the password of root',
  token: 'token-of-root-0000000',
};

/** The passwords of seeded users, of root, and of users that tests create themselves. */
const HASHED_ONCE = [PASSWORD, ROOT.password, 'a good password'];

const SETTINGS = {
  PORT: '0',
  SECRET_KEY: 'a secret key that is known to everybody',
  ADMIN_USERNAME: ROOT.username,
  ADMIN_EMAIL: ROOT.email,
  ADMIN_PASSWORD: ROOT.password,
  ADMIN_TOKEN: ROOT.token,
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'silent',
};

/** The application of a service that runs, alone or in a host. */
export interface RunningApp {
  /** For changes the API does not offer, such as a block by LDAP. */
  app: NestFastifyApplication;
}

/** A running service with a database of its own. */
export interface Forge extends RunningApp {
  /** The listening address, whatever PUBLIC_URL says. */
  url: string;
  api: string;
  /** For another process on the same database. */
  settings: { DATABASE_URL: string; SECRET_KEY: string };
  contract: Contract;
  seed: Seed;
  root: Client;
  anonymous: Client;
  as(token: string): Client;
  /**
   * A second call does nothing: if the next forge does not start, the hook of its test closes this one again. To drop the
   * database twice would give it to two forges.
   */
  close(): Promise<void>;
}

/** Time limits that no setting changes. */
export type Times = Partial<Pick<Config['http'], 'headersTimeoutMs' | 'requestTimeoutMs'>>;

/** A busy machine can stop a thread of tests for as long as the service waits for a request. */
const PATIENT = { headersTimeoutMs: 120_000, requestTimeoutMs: 120_000 };

/**
 * Starts the service like `main`, but in this process and with test settings. `overrides` win. `arrange` gets the
 * application before it is initialized.
 */
export async function startForge(
  overrides: Record<string, string> = {},
  arrange: (app: NestFastifyApplication) => void = () => undefined,
  times: Times = {},
): Promise<Forge> {
  const database = await databaseFor(overrides);
  const settings = readConfig({ ...SETTINGS, DATABASE_URL: database.url, ...overrides });
  // Without fsync: the tests of one process cannot show a loss of power, and half of their time was the disk's.
  const config = {
    ...settings,
    http: { ...settings.http, ...PATIENT, ...times },
    database: { ...settings.database, durable: false },
  };
  let requireRecords = () => {};
  try {
    const app = await createApp(config, (built) => {
      requireRecords = watchRecords(built);
      // Only for these passwords: some tests rely on how long other hashes take.
      hashOnce(built.get(Passwords), PASSWORD, (given) => HASHED_ONCE.includes(given));
      arrange(built);
    });
    await listen(app, config);
    await database.hasTables();
    return await forgeOf(app, database, overrides, requireRecords);
  } catch (error) {
    await database.drop();
    throw error;
  }
}

/** A database of its own, which `close` drops, unless the test has one. */
async function databaseFor(overrides: Record<string, string>): Promise<ReusedDatabase> {
  const url = overrides['DATABASE_URL'];
  if (url === undefined) return reusedDatabase();
  return { url, hasTables: () => Promise.resolve(), drop: () => Promise.resolve() };
}

/** Of each document that differs: to build and to parse one takes a sixth of a start. */
const contracts = new Map<string, Promise<Contract>>();

function contractOf(api: string, settings: Record<string, string>): Promise<Contract> {
  const key = JSON.stringify([settings['PROFILE_FIELDS'], settings['PUBLIC_URL']]);
  let known = contracts.get(key);
  if (!known) {
    contracts.set(key, (known = Contract.of(api)));
    known.catch(() => contracts.delete(key));
  }
  return known;
}

async function forgeOf(
  app: NestFastifyApplication,
  database: FreshDatabase,
  settings: Record<string, string>,
  requireRecords: () => void,
): Promise<Forge> {
  const { address, port } = app.getHttpServer().address() as AddressInfo;
  const url = listeningUrl(address, port);
  const api = `${url}/api/v3`;
  const contract = await contractOf(api, settings);
  const anonymous = new Client(api, contract);
  const root = anonymous.as(ROOT.token);
  let closed: Promise<void> | undefined;
  const close = async () => {
    await app.close();
    await database.drop();
    requireRecords();
  };
  return {
    url,
    api,
    settings: { DATABASE_URL: database.url, SECRET_KEY: SETTINGS.SECRET_KEY },
    app,
    contract,
    seed: new Seed(root),
    root,
    anonymous,
    as: (token) => anonymous.as(token),
    close: () => (closed ??= close()),
  };
}
