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
import { DeletionWorker } from '../deletion/deletion.worker.js';
import { UserViews } from '../users/user-views.service.js';
import { UsersService } from '../users/users.service.js';
import { Builders, type ForgeUser } from './builders.js';
import { ForgeClient } from './forge-client.js';
import { hashOnce } from './hash-once.js';
import { Snapshot } from './snapshot.js';

export type { ForgeUser, Made } from './builders.js';
export { ForgeClient, type ForgeAnswer, type ForgeQuery } from './forge-client.js';
export type { Settings } from '../config/given-settings.js';

/** All settings except those that a test forge sets itself. */
export type ForgeSettings = Omit<Settings, (typeof FIXED)[number]>;

/** A test forge has its own database and runs in one process on 127.0.0.1. */
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

/** A complete service with a temporary database, which `close` deletes. */
export class Forge extends Builders {
  protected readonly admin: ForgeClient;

  private constructor(
    /** Base URL. */
    readonly url: string,
    /** Base URL of the API: `<url>/api/v3`. */
    readonly api: string,
    /** The first administrator. */
    readonly root: ForgeUser,
    /** The Nest application, for access to providers. */
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
    // Read through the services: the first HTTP request of a process is slow.
    const root = await app.get(UserViews).full(await app.get(UsersService).get(ROOT_ID));
    const snapshot = await Snapshot.of(app.get(Database));
    return new Forge(url, api, { ...root, password, token }, app, snapshot, removeFiles);
  }

  as(person: { token: string } | string | null): ForgeClient {
    const token = typeof person === 'string' ? person : person?.token;
    return new ForgeClient(this.api, token === undefined ? {} : tokenHeader(token));
  }

  /** Restores the state after the start: only root exists, and ids start again. */
  async reset(): Promise<void> {
    // Ids start again, so an unfinished deletion would delete new rows.
    await this.app.get(DeletionWorker).idle();
    await this.start.restore(this.app.get(Database));
    this.app.get(Limits).forget();
    clearLongLists(this.app.get(Database));
    this.resetCount();
  }

  /** Stops the service and deletes its files. */
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

/** Null happens only if the caller sets one of them to an empty string. */
function knownSecrets({ admin: { password, token } }: Config) {
  if (password === null || token === null)
    throw new Error(
      'ADMIN_PASSWORD and ADMIN_TOKEN must not be empty: leave them out for defaults',
    );
  return { password, token };
}

const folders = new Set<string>();

/** Returns a function that deletes the folder. If it is never called, the exit of the process deletes it. */
function deleteOnExit(folder: string): () => void {
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

/** Starts the complete service in this process, on a free port of 127.0.0.1 and with a temporary database. */
export async function startForge(settings: ForgeSettings = {}): Promise<Forge> {
  const given = settings as Settings;
  for (const name of FIXED) {
    if (given[name] !== undefined) throw new Error(`startForge sets ${name} itself: leave it out`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'forgenote-testing-'));
  const removeFiles = deleteOnExit(folder);
  try {
    const config = readSettings({
      ...DEFAULTS,
      ...settings,
      DATABASE_URL: `sqlite:${join(folder, 'forgenote.sqlite')}`,
    });
    const { password } = knownSecrets(config);
    // No fsync: the data need not survive a crash.
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
