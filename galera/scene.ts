import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Cleanup } from '../bench/cleanup.js';
import { freePort, MODULES, ServerProcess } from '../bench/server-process.js';
import { HttpClient } from '../torture/clients/http-client.js';
import { Player } from '../torture/clients/player.js';
import { Ledger } from '../torture/ledger/ledger.js';
import type { Random } from '../torture/random.js';
import { checkFaults, WHOLE_CLUSTER } from './checks/check.js';
import { doctorFindings } from './checks/doctor.js';
import { storedFaults } from './checks/stored-faults.js';
import { FailoverClient } from './clients/failover-client.js';
import { Observer } from './clients/observer.js';
import { TypedSender } from './clients/typed-sender.js';
import type { Cluster } from './cluster/cluster.js';
import type { Node } from './cluster/node.js';

export interface SceneOptions {
  cluster: Cluster;
  cleanup: Cleanup;
  random: Random;
  /** For each service: the URL of the server that it knows, without a database name. */
  servers: readonly string[];
  /** All sessions have to be on one node. */
  hasOneWriter: boolean;
  /** Compiled module that breaks the services on purpose: a path below dist/. */
  control?: string | undefined;
}

const PLAIN_CLIENTS = 8;
const TYPED_CLIENTS = 4;

/** Services on an empty database of the cluster, their clients, and the ledger of all requests. */
export class Scene {
  readonly ledger = new Ledger(true);
  readonly observer = new Observer();
  readonly services: ServerProcess[] = [];
  /** What a fault found beyond the ledger. */
  readonly faults: string[] = [];
  /** Faults that an earlier check has returned. */
  private readonly reported = new Set<string>();
  private readonly ports: number[] = [];
  private players: Player[] = [];

  private constructor(
    readonly options: SceneOptions,
    readonly database: string,
  ) {}

  static async open(options: SceneOptions): Promise<Scene> {
    const scene = new Scene(options, await options.cluster.createDatabase());
    // One after the other: the first one creates the tables.
    for (const index of options.servers.keys()) await scene.startService(index);
    return scene;
  }

  get cluster(): Cluster {
    return this.options.cluster;
  }

  /** The database on one node, past haproxy. */
  urlOn({ url }: Node): string {
    return `${url}/${this.database}`;
  }

  get origins(): string[] {
    return this.services.map(({ origin }) => origin);
  }

  /** Starts or restarts a service, each time on the same port. */
  async startService(index: number): Promise<void> {
    await this.services[index]?.stop();
    const port = (this.ports[index] ??= await freePort());
    const { control } = this.options;
    const broken = control && fileURLToPath(new URL(`../${control}.js`, import.meta.url));
    this.services[index] = await this.launch(index, broken ? ['--import', broken] : [], port);
  }

  async launch(index: number, nodeArgs: string[], port: number): Promise<ServerProcess> {
    const server = this.options.servers[index] ?? '';
    const service = await ServerProcess.service(`${server}/${this.database}`, {
      ...{ script: MODULES, port, nodeArgs },
      env: { LOG_LEVEL: 'silent', DATABASE_POOL: '8' },
    });
    this.options.cleanup.add(() => service.end('SIGKILL'));
    return service;
  }

  connect(index = 0): HttpClient {
    const client = new HttpClient(this.origins[index] ?? '');
    this.options.cleanup.add(() => client.close());
    return client;
  }

  /** All clients send requests until `work` is done. */
  async during(work: () => Promise<void>): Promise<void> {
    if (this.players.length === 0) this.players = await this.enter();
    let isOver = false;
    const playing = Promise.all(this.players.map((player) => player.play(() => isOver)));
    try {
      await work();
    } finally {
      isOver = true;
      await playing;
    }
  }

  /** Waits until all writes are complete, and compares them with the ledger. Returns the faults since the last check. */
  async check(): Promise<string[]> {
    await this.untilDeleted();
    const { cluster, database, ledger, observer } = this;
    const found = [
      ...(await this.writerFaults()),
      ...(await cluster.differences(database)),
      ...(await storedFaults(this.urlOn(cluster.first), ledger)),
      ...(await doctorFindings(this.urlOn(cluster.node(2)))),
      ...(await checkFaults(this.urlOn(cluster.node(2)), WHOLE_CLUSTER)),
    ];
    const all = [...this.faults, ...ledger.faults, ...observer.stale, ...found];
    const fresh = all.filter((fault) => !this.reported.has(fault));
    for (const fault of fresh) this.reported.add(fault);
    return fresh;
  }

  async createProject(): Promise<number> {
    const body = { name: `Project ${this.options.random.integer(0, 1e9)}` };
    const { id, status } = await this.connect().send({ method: 'POST', path: '/projects', body });
    if (id === undefined) throw new Error(`The service did not create a project: ${status}`);
    return id;
  }

  private async enter(): Promise<Player[]> {
    const project = await this.createProject();
    const { origins, observer } = this;
    return Array.from({ length: PLAIN_CLIENTS + TYPED_CLIENTS }, (_, n) => {
      const services = origins.map((origin, index) => ({ origin, client: this.connect(index) }));
      const plain = new FailoverClient(services, n, observer);
      const isTyped = n >= PLAIN_CLIENTS;
      const sender = isTyped ? new TypedSender(origins, n, plain, observer) : plain;
      return new Player(sender, this.ledger, this.options.random.fork(), project, `g${n}`);
    });
  }

  private async writerFaults(): Promise<string[]> {
    if (!this.options.hasOneWriter) return [];
    const writers = await this.cluster.nodesInUse(this.database);
    const names = writers.map(({ name }) => name).join(' and ');
    return writers.length > 1 ? [`sessions on ${names}`] : [];
  }

  /** A deletion that a fault interrupted goes on when a service starts, or within a minute. */
  private async untilDeleted(): Promise<void> {
    for (let n = 0; n < 100; n++) {
      const open = await this.cluster.first.rows(`SELECT id FROM ${this.database}.deletions`);
      if (open.length === 0) return;
      if (n % 30 === 10) await this.startService(0);
      await delay(100);
    }
    this.faults.push('deletions are not continued');
  }
}
