import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withConnection } from '../../torture/database/connection.js';
import { eventually } from './eventually.js';

export interface NodePorts {
  /** Of MariaDB. */
  sql: number;
  /** Where the nodes talk to each other. */
  group: number;
  /** Where the node receives what it missed. */
  increments: number;
  /** Where the node receives all data. */
  state: number;
  /** Where haproxy asks whether the node may serve. */
  check: number;
}

/** How long a node may take to start, with a state transfer. */
const START_MS = 90_000;
const MARIADBD = '/usr/sbin/mariadbd';
/** The published file. */
const CONFIGURATION = fileURLToPath(new URL('../../../deploy/galera/galera.cnf', import.meta.url));
const USER = `--user=${userInfo().username}`;
/** For three nodes on a small machine. */
const SMALL = [
  ...['--innodb-buffer-pool-size=48M', '--innodb-log-file-size=16M', '--max-connections=200'],
  ...['--performance-schema=OFF', '--innodb-log-buffer-size=4M'],
];

/** One MariaDB server of the cluster, with the published configuration. Options replace addresses and sizes. */
export class Node {
  readonly url: string;
  readonly socket: string;
  private child?: ChildProcess;
  private hasCrashed = false;
  private isClosed = false;
  private readonly data: string;

  /** @param members addresses of all nodes */
  constructor(
    readonly name: string,
    private readonly folder: string,
    readonly ports: NodePorts,
    private readonly members: readonly string[],
  ) {
    this.url = `mariadb://root@127.0.0.1:${ports.sql}`;
    this.socket = join(folder, 'socket');
    this.data = join(folder, 'data');
    makeFolder(this.data);
  }

  /** Creates the first data of the cluster. */
  install(): void {
    const root = '--auth-root-authentication-method=normal';
    const options = ['--no-defaults', `--datadir=${this.data}`, USER, root];
    execFileSync('mariadb-install-db', [...options, ...SMALL], { stdio: 'ignore' });
  }

  /** Waits until the node is synced. @param isFirst it begins a new cluster */
  async start(isFirst = false): Promise<void> {
    const position = this.hasCrashed ? await this.recoverPosition() : [];
    this.hasCrashed = false;
    const first = isFirst ? ['--wsrep-new-cluster'] : [];
    const log = `--log-error=${join(this.folder, 'error.log')}`;
    const options = [...this.options(), log, ...position, ...first];
    if (this.isClosed) throw new Error('interrupted');
    const child = spawn(MARIADBD, options, { stdio: 'ignore' });
    this.child = child;
    await eventually(
      `${this.name} is synced`,
      START_MS,
      async () => hasEnded(child) || (await this.isSynced()),
    );
    if (hasEnded(child)) throw new Error(`${this.name} ended:\n${this.log}`);
  }

  async kill(): Promise<void> {
    this.hasCrashed = true;
    await this.end('SIGKILL');
  }

  /** Ends it for good: a fault that still runs when the process is interrupted does not start it again. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.kill();
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.child?.kill(name);
  }

  /** Cuts the node off from the others. Clients still reach it. */
  async isolate(isIsolated: boolean): Promise<void> {
    await this.run(`SET GLOBAL wsrep_provider_options = 'gmcast.isolate=${isIsolated ? 1 : 0}'`);
  }

  /** Makes the node the first of a new primary component: what operators do after a loss of quorum. */
  async bootstrap(): Promise<void> {
    await this.run("SET GLOBAL wsrep_provider_options = 'pc.bootstrap=1'");
  }

  /** Deletes all data of a node that does not run: it then needs a state transfer. */
  wipe(): void {
    rmSync(this.data, { recursive: true });
    makeFolder(this.data);
    this.hasCrashed = false;
  }

  async isSynced(): Promise<boolean> {
    return (await this.status('wsrep_local_state')) === '4' && (await this.isPrimary());
  }

  async isPrimary(): Promise<boolean> {
    return (await this.status('wsrep_cluster_status')) === 'Primary';
  }

  untilSynced(): Promise<unknown> {
    return eventually(`${this.name} is synced`, START_MS, () => this.isSynced());
  }

  async run(sql: string): Promise<void> {
    await withConnection(this.impatientUrl, (connection) => connection.run(sql));
  }

  rows(sql: string): Promise<Record<string, unknown>[]> {
    return withConnection(this.impatientUrl, (connection) => connection.rows(sql));
  }

  /** The last lines of its log. */
  private get log(): string {
    const lines = readFileSync(join(this.folder, 'error.log'), 'utf8').split('\n');
    return lines.slice(-30).join('\n');
  }

  private async status(name: string): Promise<string> {
    const [row] = await this.rows(`SHOW STATUS LIKE '${name}'`);
    return String(row?.['Value']);
  }

  /** A frozen node accepts connections and never responds. */
  private get impatientUrl(): string {
    return `${this.url}?connectTimeout=2000`;
  }

  private options(): string[] {
    const { group, increments, state, sql } = this.ports;
    const provider = [
      ...[providerOptions(), 'gcache.size=32M', `gmcast.listen_addr=tcp://127.0.0.1:${group}`],
      `ist.recv_addr=127.0.0.1:${increments}`,
    ].join(';');
    return [
      ...[`--defaults-file=${CONFIGURATION}`, USER, '--bind-address=127.0.0.1', `--port=${sql}`],
      ...[`--datadir=${this.data}`, `--tmpdir=${this.data}`, `--socket=${this.socket}`],
      ...[`--pid-file=${join(this.folder, 'pid')}`, `--wsrep-node-name=${this.name}`],
      ...[`--wsrep-node-address=127.0.0.1:${group}`, `--wsrep-provider-options=${provider}`],
      ...[`--wsrep-cluster-address=gcomm://${this.members.join(',')}`],
      ...[`--wsrep-sst-receive-address=127.0.0.1:${state}`, ...SMALL],
    ];
  }

  /** As Debian's unit does: after a crash, a node without its position needs a state transfer. */
  private async recoverPosition(): Promise<string[]> {
    const log = join(this.folder, 'recovery.log');
    rmSync(log, { force: true });
    const options = [...this.options(), '--wsrep-recover', `--log-error=${log}`];
    await promisify(execFile)(MARIADBD, options);
    const position = /Recovered position: (\S+)/.exec(readFileSync(log, 'utf8'))?.[1];
    return position === undefined ? [] : [`--wsrep-start-position=${position}`];
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (!child || hasEnded(child)) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
}

/** Those of the published file: the option on the command line replaces all of them. */
function providerOptions(): string {
  const text = readFileSync(CONFIGURATION, 'utf8');
  const options = /^wsrep_provider_options = "(.*)"$/m.exec(text)?.[1];
  if (options === undefined) throw new Error('galera.cnf has no wsrep_provider_options');
  return options;
}

/** In a state transfer of root, rsync receives the files as nobody. */
function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o777);
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;
