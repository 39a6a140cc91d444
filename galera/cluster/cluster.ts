import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Cleanup } from '../../bench/cleanup.js';
import { freePort } from '../../bench/server-process.js';
import { withConnection } from '../../torture/database/connection.js';
import { Node, type NodePorts } from './node.js';

/** In the order in which haproxy prefers them. */
const NAMES = ['node1', 'node2', 'node3'];
const published = (name: string) =>
  fileURLToPath(new URL(`../../../deploy/galera/${name}`, import.meta.url));

/** Three nodes of MariaDB Galera on this machine. Each answers the check of haproxy. */
export class Cluster {
  private databases = 0;

  private constructor(
    readonly folder: string,
    readonly nodes: readonly Node[],
  ) {}

  static async start(cleanup: Cleanup): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'forgenote-galera-'));
    cleanup.add(() => {
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    });
    // For rsync, which receives the files as nobody.
    chmodSync(folder, 0o755);
    const ports = await Promise.all(NAMES.map(() => freePorts()));
    const members = ports.map(({ group }) => `127.0.0.1:${group}`);
    const nodes = ports.map((own, n) => {
      const name = NAMES[n] ?? '';
      return new Node(name, join(folder, name), own, members);
    });
    const cluster = new Cluster(folder, nodes);
    for (const node of nodes) {
      const isFirst = node === nodes[0];
      if (isFirst) node.install();
      const started = node.start(isFirst);
      cleanup.add(() => node.close());
      await started;
      answerChecks(node, cleanup);
    }
    return cluster;
  }

  /** Returns its name. */
  async createDatabase(): Promise<string> {
    const name = `forgenote_${++this.databases}`;
    await this.first.run(`CREATE DATABASE ${name}`);
    return name;
  }

  get first(): Node {
    return this.node(0);
  }

  node(index: number): Node {
    const node = this.nodes[index];
    if (!node) throw new Error(`There is no node ${index}`);
    return node;
  }

  /** The nodes that have sessions with this database. All nodes have to run. */
  async nodesInUse(database: string): Promise<Node[]> {
    const used = await Promise.all(
      this.nodes.map(async (node) => {
        const sql = `SELECT id FROM information_schema.processlist WHERE db = '${database}'`;
        return (await node.rows(sql)).length > 0;
      }),
    );
    return this.nodes.filter((_, n) => used[n]);
  }

  /**
   * One sentence for each table that differs between the nodes. Nobody writes any more, so that they are equal as soon as
   * each has applied everything.
   */
  async differences(database: string): Promise<string[]> {
    const all = await Promise.all(this.nodes.map((node) => checksums(node, database)));
    const [first = new Map<string, string>()] = all;
    return [...first.keys()].flatMap((table) => {
      const sums = all.map((one) => one.get(table));
      const isSame = sums.every((sum) => sum === sums[0]);
      return isSame ? [] : [`${table} differs between the nodes: ${sums.join(', ')}`];
    });
  }
}

/** By table. */
function checksums({ url }: Node, database: string): Promise<Map<string, string>> {
  return withConnection(url, async (connection) => {
    // Waits for the writes of the other nodes, also before CHECKSUM TABLE.
    await connection.run('SET SESSION wsrep_sync_wait = 15');
    const tables = await connection.rows(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${database}'`,
    );
    const names = tables.map(({ name }) => `${database}.${String(name)}`);
    const sums = await connection.rows(`CHECKSUM TABLE ${names.join(', ')} EXTENDED`);
    return new Map(sums.map((row) => [String(row['Table']), String(row['Checksum'])]));
  });
}

async function freePorts(): Promise<NodePorts> {
  const take = () => freePort();
  return {
    ...{ sql: await take(), group: await take(), increments: await take() },
    ...{ state: await take(), check: await take() },
  };
}

/** In the place of systemd with galera-check.socket. */
function answerChecks({ ports, socket }: Node, cleanup: Cleanup): void {
  const listen = [`--listen=127.0.0.1:${ports.check}`, '--accept', '--inetd'];
  const command = ['/bin/sh', published('galera-check.sh'), `--socket=${socket}`];
  const options = [...listen, ...command];
  const child = spawn('systemd-socket-activate', options, { stdio: 'ignore' });
  cleanup.add(async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  });
}
