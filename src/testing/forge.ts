import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp, listen } from '../app.js';
import { Limits } from '../auth/limits.js';
import { Passwords } from '../auth/passwords.js';
import type { Config } from '../config/config.js';
import { readSettings, type Settings } from '../config/given-settings.js';
import { Database } from '../database/database.js';
import { clearLongLists } from '../database/capped-count.js';
import { UserViews } from '../users/user-views.service.js';
import { UsersService } from '../users/users.service.js';
import { Builders, type ForgeUser } from './builders.js';
import { ForgeClient } from './forge-client.js';
import { hashOnce } from './hash-once.js';
import { Snapshot } from './snapshot.js';

export type { ForgeUser, Made } from './builders.js';
export { ForgeClient, type ForgeAnswer, type ForgeQuery } from './forge-client.js';
export type { Settings } from '../config/given-settings.js';

/** Any setting but where the data is and how many processes serve it. */
export type ForgeSettings = Omit<Settings, (typeof FIXED)[number]>;

/** A forge for tests has a database of its own, and lives in one process on 127.0.0.1. */
const FIXED = ['DATABASE_URL', 'DATABASE_POOL', 'HOST', 'WORKERS'] as const;

/** The first administrator is always the first user. */
const ROOT_ID = 1;

const DEFAULTS = {
  PORT: 0,
  SECRET_KEY: 'the secret key of a forge for tests',
  ADMIN_PASSWORD: 'the password of root',
  ADMIN_TOKEN: 'token-of-root-0000000',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'silent',
} satisfies Settings;

/** A whole service of one's own, on a database that lives as long as it. */
export class Forge extends Builders {
  protected readonly admin: ForgeClient;

  private constructor(
    /** Where it listens. */
    readonly url: string,
    /** What paths of the interface stand behind: `<url>/api/v3`. */
    readonly api: string,
    /** The first administrator. */
    readonly root: ForgeUser,
    /** The application, for what cannot be had over the interface. */
    readonly app: NestFastifyApplication,
    private readonly start: Snapshot,
    private readonly removeFiles: () => void,
  ) {
    super();
    this.admin = this.as(root);
  }

  static async of(
    app: NestFastifyApplication,
    config: Config,
    removeFiles: () => void,
  ): Promise<Forge> {
    const { port } = app.getHttpServer().address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const api = `${url}/api/v3`;
    const { password, token } = knownSecrets(config);
    // Not with a request: the first one of a process takes longer than all the rest of this.
    const root = await app.get(UserViews).full(await app.get(UsersService).get(ROOT_ID));
    const snapshot = await Snapshot.of(app.get(Database));
    return new Forge(url, api, { ...root, password, token }, app, snapshot, removeFiles);
  }

  as(person: { token: string } | string | null): ForgeClient {
    const token = typeof person === 'string' ? person : person?.token;
    return new ForgeClient(this.api, token === undefined ? {} : tokenHeader(token));
  }

  /** Back to how it was after the start: only root is there, and ids begin anew. */
  async reset(): Promise<void> {
    await this.start.restore(this.app.get(Database));
    this.app.get(Limits).forget();
    clearLongLists(this.app.get(Database));
    this.countAnew();
  }

  /** Stops it and removes its files. */
  async close(): Promise<void> {
    await this.app.close();
    this.removeFiles();
  }
}

const tokenHeader = (token: string) => ({ 'private-token': token });

async function begin(
  app: NestFastifyApplication,
  config: Config,
  removeFiles: () => void,
): Promise<Forge> {
  try {
    await listen(app, config);
    return await Forge.of(app, config, removeFiles);
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** They have defaults above: null is what was left out on purpose. */
function knownSecrets({ admin: { password, token } }: Config) {
  if (password === null || token === null)
    throw new Error('A forge for tests has to know ADMIN_PASSWORD and ADMIN_TOKEN');
  return { password, token };
}

const folders = new Set<string>();

/** Answers how to remove a folder, which is done at the end of the process for whoever forgets it. */
function keepUntilExit(folder: string): () => void {
  if (folders.size === 0) process.once('exit', removeAll);
  folders.add(folder);
  return () => {
    rmSync(folder, { recursive: true, force: true });
    folders.delete(folder);
    if (folders.size === 0) process.off('exit', removeAll);
  };
}

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** Starts the whole service in this process, on a free port of 127.0.0.1 and a temporary database. */
export async function startForge(settings: ForgeSettings = {}): Promise<Forge> {
  const given = settings as Settings;
  for (const name of FIXED) {
    if (given[name] !== undefined)
      throw new Error(`A forge for tests sets ${name} itself: leave it out`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'forgenote-testing-'));
  const removeFiles = keepUntilExit(folder);
  try {
    const config = readSettings({
      ...DEFAULTS,
      ...settings,
      DATABASE_URL: `sqlite:${join(folder, 'forgenote.sqlite')}`,
    });
    const { password } = knownSecrets(config);
    // What is written need not outlive the machine.
    const database = { ...config.database, durable: false };
    const app = await createApp({ ...config, database }, (built) => {
      hashOnce(built.get(Passwords), password);
    });
    return await begin(app, config, removeFiles);
  } catch (error) {
    removeFiles();
    throw error;
  }
}
