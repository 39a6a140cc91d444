import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ADMIN } from './seed.js';

/** The kernel tells times in ticks of a hundredth of a second, whatever its own clock. */
const TICK_MS = 10;
const START_MS = 30_000;
/** Both servers write the same links, wherever they listen. */
export const PUBLIC_URL = 'http://bench.test';
/** Connections to a server database, of either server. */
export const POOL = 10;

/** The limit writes no log, and one caller asks for all. */
export const SETTINGS = { RATE_LIMIT: 'off', LOG_LEVEL: 'error' };

interface ProcessOptions {
  script: string;
  port: number;
  args?: readonly string[];
  env?: Record<string, string>;
  /** A folder to leave a V8 profile in. */
  profile: string | null;
}

/** One of the two servers, as a process of its own. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly origin: string,
    /** From the start of the process to its line on stdout. */
    readonly startMs: number,
  ) {}

  /** The service as it is shipped. */
  static service(url: string, settings: Record<string, string> = {}): Promise<ServerProcess> {
    return ServerProcess.forge('../program/main.js', url, null, settings);
  }

  /** The service before it is bundled: a profile tells the modules apart. */
  static modules(url: string, profile: string | null): Promise<ServerProcess> {
    return ServerProcess.forge('../src/main.js', url, profile);
  }

  private static async forge(
    script: string,
    url: string,
    profile: string | null,
    settings: Record<string, string> = {},
  ): Promise<ServerProcess> {
    const port = await freePort();
    const env = {
      ...{ DATABASE_URL: url, DATABASE_POOL: String(POOL), PORT: String(port), PUBLIC_URL },
      ...{ ...SETTINGS, SECRET_KEY: 'a key that keeps nothing of worth' },
      ...{ ADMIN_TOKEN: ADMIN.token, ADMIN_PASSWORD: 'nobody signs in' },
      ...settings,
    };
    return ServerProcess.start({ script, port, env, profile });
  }

  /** The bare server that does the same work. */
  static async limit(url: string, profile: string | null = null): Promise<ServerProcess> {
    const port = await freePort();
    const args = [url, String(port), PUBLIC_URL, String(POOL)];
    return ServerProcess.start({ script: 'limit/main.js', port, args, profile });
  }

  private static async start(options: ProcessOptions): Promise<ServerProcess> {
    const { script, port, args = [], env = {}, profile } = options;
    const path = fileURLToPath(new URL(script, import.meta.url));
    const inspect = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
    const begin = performance.now();
    const child = spawn(process.execPath, [...inspect, path, ...args], {
      // Nothing of the caller's environment or folder, such as a `.env`, may change what is measured.
      cwd: tmpdir(),
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const listening = once(child.stdout, 'data');
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${script} ended with ${String(code)} instead of listening`);
    });
    const late = delay(START_MS, null, { ref: false }).then(() => {
      throw new Error(`${script} does not listen`);
    });
    await Promise.race([listening, ended, late]);
    // What it prints from here on must not fill the pipe; how it ends is asked by `stop`.
    child.stdout.resume();
    ended.catch(() => undefined);
    late.catch(() => undefined);
    return new ServerProcess(child, `http://127.0.0.1:${port}`, performance.now() - begin);
  }

  /** The time the process has been on a processor so far, all its threads together. */
  cpuMs(): number {
    const fields = this.proc('stat')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }

  memoryMb(): number {
    return Number(/VmRSS:\s+(\d+)/.exec(this.proc('status'))?.[1]) / 1024;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await gone;
  }

  private proc(file: string): string {
    return readFileSync(`/proc/${String(this.child.pid)}/${file}`, 'utf8');
  }
}

/** The service does not tell which port it took when PUBLIC_URL is set. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
