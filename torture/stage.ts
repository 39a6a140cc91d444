import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Cleanup } from '../bench/cleanup.js';
import type { EngineName } from '../bench/flags.js';
import { freePort, MODULES, ServerProcess } from '../bench/server-process.js';
import { HttpClient } from './clients/http-client.js';
import { Player } from './clients/player.js';
import { withConnection } from './database/connection.js';
import { brokenInvariants } from './database/invariants.js';
import { compareWithLedger } from './ledger/check.js';
import { Ledger } from './ledger/ledger.js';
import type { Place } from './part.js';
import type { Random } from './random.js';

export interface StageOptions extends Place {
  engine: EngineName;
  short: boolean;
  random: Random;
  /** File in controls/ that breaks the service. */
  control?: string | undefined;
  cleanup: Cleanup;
}

const DELETIONS_MS = 30_000;

/** Where a part runs: the service, its database, its clients and the ledger. */
export class Stage {
  readonly ledger: Ledger;
  /** What this part found beyond the ledger and the invariants. */
  readonly faults: string[] = [];
  /** Where the service finds its database, for example through a proxy. */
  databaseUrl: string;
  /** Added to the environment of the service. */
  env: Record<string, string> = {};
  service!: ServerProcess;
  private port = 0;
  private project?: number;
  private players = 0;

  constructor(readonly options: StageOptions) {
    this.databaseUrl = options.url;
    this.ledger = new Ledger(!this.isSqlite);
  }

  get random(): Random {
    return this.options.random;
  }

  get isSqlite(): boolean {
    return this.options.engine === 'sqlite';
  }

  /** One of two sizes of the part. */
  size(short: number, long: number): number {
    return this.options.short ? short : long;
  }

  /** Starts the service, each time on the same port. */
  async start(): Promise<void> {
    this.port ||= await freePort();
    const { control } = this.options;
    const script = control && fileURLToPath(new URL(`controls/${control}.js`, import.meta.url));
    await this.launch(this.databaseUrl, script ? ['--import', script] : [], this.env);
  }

  /** Clients with rows of their own. The service runs. */
  async enter(count: number): Promise<Player[]> {
    this.project ??= await this.createProject();
    return Array.from({ length: count }, () => {
      const name = `p${this.players++}`;
      const random = this.random.fork();
      return new Player(this.connect(), this.ledger, random, this.project ?? 0, name);
    });
  }

  connect(): HttpClient {
    const client = new HttpClient(this.service.origin);
    this.options.cleanup.add(() => client.close());
    return client;
  }

  /** All players send requests until `work` is done. */
  async during(players: readonly Player[], work: () => Promise<void>): Promise<void> {
    let isOver = false;
    const playing = Promise.all(players.map((player) => player.play(() => isOver)));
    try {
      await work();
    } finally {
      isOver = true;
    }
    await playing;
  }

  playFor(players: readonly Player[], ms: number): Promise<void> {
    return this.during(players, () => delay(ms));
  }

  /**
   * Starts the service once more, without faults, so that it completes what was interrupted. Then compares the
   * database with the ledger and checks the invariants. Returns every fault of the run.
   */
  async check(): Promise<string[]> {
    await this.service.stop();
    await this.options.own?.ensureRunning();
    await this.launch(this.options.url, [], {});
    await this.untilDeleted();
    await this.service.stop();
    const found = await withConnection(this.options.url, async (connection) => [
      ...(await compareWithLedger(connection, this.ledger)),
      ...(await brokenInvariants(connection)),
    ]);
    return [...this.faults, ...this.ledger.faults, ...found];
  }

  /** Waits until the service has continued the deletions that were interrupted. */
  private async untilDeleted(): Promise<void> {
    const end = performance.now() + DELETIONS_MS;
    await withConnection(this.options.url, async (connection) => {
      for (;;) {
        const unfinished = await connection.rows('SELECT id FROM deletions');
        if (unfinished.length === 0) return;
        if (performance.now() > end) {
          this.faults.push(`${unfinished.length} deletions are not continued`);
          return;
        }
        await delay(100);
      }
    });
  }

  private async launch(
    url: string,
    nodeArgs: readonly string[],
    env: Record<string, string>,
  ): Promise<void> {
    const settings = { LOG_LEVEL: 'silent', ...env };
    const service = await ServerProcess.service(url, {
      ...{ script: MODULES, port: this.port, nodeArgs, env: settings },
    });
    // SIGKILL: a stopped process does not handle SIGTERM.
    this.options.cleanup.add(() => service.end('SIGKILL'));
    this.service = service;
  }

  private async createProject(): Promise<number> {
    const body = { name: 'Engine' };
    const { id } = await this.connect().send({ method: 'POST', path: '/projects', body });
    if (id === undefined) throw new Error('The service did not create a project');
    return id;
  }
}
