import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cleanup } from '../../bench/cleanup.js';
import { freePort } from '../../bench/server-process.js';
import type { OwnServer, Place } from '../part.js';
import { withConnection } from './connection.js';

const START_MS = 60_000;
const DATABASE = 'forgenote';

/** A MariaDB server of this run, which may be killed. Durable, as docs/behaviour.md demands. */
export class MariadbServer implements OwnServer {
  private child!: ChildProcess;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  /** Needs MariaDB's server programs. @param folder by default a new one */
  static async place(cleanup: Cleanup, folder = newFolder(cleanup)): Promise<Place> {
    const data = join(folder, 'data');
    const user = `--user=${userInfo().username}`;
    execFileSync(
      'mariadb-install-db',
      [
        '--no-defaults',
        `--datadir=${data}`,
        user,
        '--auth-root-authentication-method=normal',
        SMALL,
      ],
      { stdio: 'ignore' },
    );
    const server = new MariadbServer(folder, await freePort());
    const started = server.start();
    cleanup.add(() => server.end('SIGKILL'));
    await started;
    await withConnection(server.url, (connection) => connection.run(`CREATE DATABASE ${DATABASE}`));
    return { url: `${server.url}/${DATABASE}`, server: server.url, own: server, folder };
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async crash(): Promise<void> {
    await this.end('SIGKILL');
    await this.start();
  }

  async ensureRunning(): Promise<void> {
    if (!this.isRunning) await this.start();
  }

  private get url(): string {
    return `mariadb://root@127.0.0.1:${this.port}`;
  }

  /** Waits until the server accepts connections. */
  private async start(): Promise<void> {
    const address = ['--bind-address=127.0.0.1', `--port=${this.port}`];
    const data = join(this.folder, 'data');
    const files = [
      `--datadir=${data}`,
      // A server that starts deletes the temporary tables of all servers with the same folder for them.
      `--tmpdir=${data}`,
      `--socket=${join(this.folder, 'socket')}`,
    ];
    const user = `--user=${userInfo().username}`;
    this.child = spawn('mariadbd', ['--no-defaults', user, ...address, ...files, SMALL], {
      stdio: 'ignore',
    });
    const end = performance.now() + START_MS;
    for (;;) {
      try {
        await withConnection(this.url, (connection) => connection.run('DO 1'));
        return;
      } catch (error) {
        if (performance.now() > end) throw error;
        await delay(100);
      }
    }
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.isRunning) return;
    const gone = once(this.child, 'exit');
    this.child.kill(signal);
    await gone;
  }
}

/** So that the files fit on a small file system. */
const SMALL = '--innodb-log-file-size=8M';

function newFolder(cleanup: Cleanup): string {
  const folder = mkdtempSync(join(tmpdir(), 'forgenote-torture-'));
  cleanup.add(() => {
    rmSync(folder, { recursive: true, force: true });
    return Promise.resolve();
  });
  return folder;
}
