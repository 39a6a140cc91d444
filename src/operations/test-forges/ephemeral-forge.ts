import { randomInt } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { Limits } from '../../core/auth/limits.js';
import { Passwords } from '../../core/auth/passwords.js';
import type { Config } from '../../base/config/config.js';
import { clearLongLists } from '../../database/capped-count.js';
import { Database } from '../../database/database.js';
import { DeletionWorker } from '../../core/deletion/deletion.worker.js';
import { SeparateLog } from '../../base/log/separate-log.js';
import { PublicUrl } from '../../http/routing/public-url.js';
import { UserViews } from '../../features/users/user-views.service.js';
import type { FullUserView } from '../../features/users/user.view.js';
import { UsersService } from '../../features/users/users.service.js';
import { untilArrived } from './arrivals.js';
import { attach } from './attach.js';
import { BadInput } from './bad-input.js';
import { Faults } from './faults.js';
import { ForgeClock } from './forge-clock.js';
import { createFolder } from './forge-folder.js';
import { checkToken, chooseToken } from './chosen-token.js';
import { readForgeSettings, type ForgeOptions, type Secrets } from './forge-settings.js';
import { hashOnce } from './hash-once.js';
import { checkHost } from './host-check.js';
import { Intake } from './intake.js';
import { Mailbox } from './mailbox.js';
import type { CaughtMail, ChosenToken, SavedState } from './protocol.js';
import { Recorder } from './recorder.js';
import { API } from './request-pattern.js';
import { Snapshot } from './snapshot.js';

/** How the whole service is started: `app.ts`. */
export interface Starter {
  createApp(
    config: Config,
    arrange: (app: NestFastifyApplication) => void,
  ): Promise<NestFastifyApplication>;
  listen(app: NestFastifyApplication, config: Config): Promise<unknown>;
}

/** The first administrator is always the first user. */
const ROOT_ID = 1;

type Root = FullUserView & Secrets;

/** A complete service with a temporary database, a clock of its own, a record of its requests and faults. */
export class EphemeralForge {
  readonly clock = new ForgeClock();
  readonly faults = new Faults();
  readonly recorder = new Recorder();
  readonly intake = new Intake();
  private readonly log = new SeparateLog();
  private readonly saved = new Map<number, Snapshot>();
  private app!: NestFastifyApplication;
  private first!: Snapshot;
  private mailbox?: Mailbox;
  private closing?: Promise<void>;
  /** Base URL. */
  url!: string;
  /** The first administrator. */
  root!: Root;

  private constructor(private readonly folder: { path: string; remove: () => void }) {}

  /** @throws ConfigError the settings are wrong */
  static async start(starter: Starter, settings: ForgeOptions): Promise<EphemeralForge> {
    const forge = new EphemeralForge(createFolder());
    try {
      await forge.run(() => forge.begin(starter, settings));
      return forge;
    } catch (error) {
      await forge.close();
      throw error;
    }
  }

  /** Base URL of the API. */
  get api(): string {
    return this.url + API;
  }

  /** The Nest application, for access to providers. */
  get nest(): NestFastifyApplication {
    return this.app;
  }

  /** Restores the state after the start: only root exists, ids start again, there are no faults. */
  async reset(): Promise<void> {
    this.clock.release();
    this.saved.clear();
    await this.replaceRows(this.first, () => {
      // Not before: a delayed request that arrives just now would run.
      this.faults.clear();
      this.recorder.clear();
      this.mailbox?.clear();
    });
  }

  /** Keeps all rows until the next reset. */
  async save(): Promise<SavedState> {
    await this.app.get(DeletionWorker).idle();
    // Random: another forge does not know it.
    const id = randomInt(2 ** 47);
    this.saved.set(id, await Snapshot.of(this.app.get(Database)));
    return { id };
  }

  /** @throws BadInput the state is unknown */
  async restore({ id }: SavedState): Promise<void> {
    const snapshot = this.saved.get(id);
    if (!snapshot)
      throw new BadInput('This state does not exist in this forge. reset() deletes saved states.');
    await this.replaceRows(snapshot);
  }

  /** @throws BadInput the forge catches no mails */
  mails(): Promise<CaughtMail[]> {
    if (!this.mailbox)
      throw new BadInput('This forge sends no mails: start it with startForge({ mails: true }).');
    return this.mailbox.all();
  }

  /** @throws BadInput the token is malformed or taken */
  checkToken({ token }: Pick<ChosenToken, 'token'>): Promise<void> {
    return checkToken(this.app, token);
  }

  /** Replaces the private token of a user. @throws BadInput the token or the user is wrong */
  chooseToken(chosen: ChosenToken): Promise<void> {
    return chooseToken(this.app, chosen);
  }

  /** Stops the service and deletes its files. Breaks connections. */
  close(): Promise<void> {
    return (this.closing ??= this.run(() => this.end()));
  }

  /** Runs code with the clock and the log of this forge, with everything that it starts. */
  run<Result>(code: () => Result): Result {
    return this.clock.run(() => this.log.run(code));
  }

  private async begin(starter: Starter, settings: ForgeOptions): Promise<void> {
    const { secrets, isStrict, catchesMails, ...config } = readForgeSettings(
      settings,
      this.folder.path,
    );
    this.app = await starter.createApp(config, (app) => {
      hashOnce(app.get(Passwords), secrets.password);
      if (catchesMails) this.mailbox = Mailbox.open(app, config);
      const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
      const { recorder, faults, intake } = this;
      const run = (code: () => void) => {
        this.run(code);
      };
      attach(fastify, { run, recorder, faults, intake, isStrict });
      checkHost(fastify.server, app.get(PublicUrl));
    });
    await starter.listen(this.app, config);
    const { port } = this.app.getHttpServer().address() as AddressInfo;
    this.url = `http://127.0.0.1:${port}`;
    // Read through the services: the first HTTP request of a process is slow.
    const root = await this.app.get(UserViews).full(await this.app.get(UsersService).get(ROOT_ID));
    this.root = { ...root, ...secrets };
    this.first = await Snapshot.of(this.app.get(Database));
  }

  /**
   * Requests of before do not change the new rows: delayed ones are ended, the others are awaited. Requests that arrive
   * meanwhile wait until `done` has run.
   */
  private async replaceRows(snapshot: Snapshot, done: () => void = () => undefined): Promise<void> {
    await untilArrived(this.app.getHttpServer());
    this.faults.endDelays();
    await this.intake.replaceRows(async () => {
      const database = this.app.get(Database);
      // Ids start again, so an unfinished deletion would delete new rows.
      await this.app.get(DeletionWorker).idle();
      await this.mailbox?.idle();
      await snapshot.restore(database);
      this.app.get(Limits).forget();
      clearLongLists(database);
      done();
    });
  }

  private async end(): Promise<void> {
    this.faults.endDelays();
    this.recorder.close();
    const app = this.app as NestFastifyApplication | undefined;
    app?.getHttpServer().closeAllConnections();
    await app?.close();
    this.folder.remove();
  }
}
