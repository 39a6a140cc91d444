import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { Daemon } from './daemon.js';
import { freePort } from './ports.js';

const USER = '--user=mysql';

/** A MariaDB of the test alone, with an empty database `forgenote`. Its options change nothing for other tests. */
export class MariadbServer {
  private daemon?: Daemon;
  private port = 0;
  readonly folder = mkdtempSync(join(tmpdir(), 'forgenote-mariadb-'));

  constructor() {
    // The server does not run as root.
    chmodSync(this.folder, 0o755);
  }

  async start(...options: string[]): Promise<void> {
    const data = join(this.folder, 'data');
    const install = ['--auth-root-authentication-method=normal', '--skip-test-db'];
    execFileSync(
      '/usr/bin/mariadb-install-db',
      ['--no-defaults', USER, `--datadir=${data}`, ...install],
      { stdio: 'ignore' },
    );
    this.port = await freePort();
    this.daemon = new Daemon('/usr/sbin/mariadbd', [
      ...['--no-defaults', USER, `--datadir=${data}`, `--socket=${join(data, 'socket')}`],
      // A server that starts deletes the temporary tables of all servers with the same folder for them.
      `--tmpdir=${data}`,
      ...['--bind-address=127.0.0.1', `--port=${this.port}`, '--skip-name-resolve', ...options],
    ]);
    await this.daemon.until(() => this.execute('CREATE DATABASE forgenote'));
  }

  /** @param options for the end of the URL */
  url(options = '', host = '127.0.0.1'): string {
    return `mariadb://root@${host}:${this.port}/forgenote${options}`;
  }

  async execute(statement: string): Promise<void> {
    const connection = await createConnection(`mysql://root@127.0.0.1:${this.port}`);
    await connection.query(statement);
    await connection.end();
  }

  async remove(): Promise<void> {
    await this.daemon?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
