import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ADMIN } from './seed.js';

/** Linux reports CPU times in units of 10 ms. */
const TICK_MS = 10;
const START_MS = 30_000;
/** Base of the links in responses. The ports of the servers differ; their responses must not. */
const PUBLIC_URL = 'http://bench.test';
/** What users run. */
export const PROGRAM = fileURLToPath(new URL('../program/main.js', import.meta.url));
/** The same as modules, which a script can change before it starts. */
export const MODULES = fileURLToPath(new URL('../src/main.js', import.meta.url));
/** Database connections of each server. */
export const POOL = 20;

/** The bare server writes no request log, and one caller sends all requests. */
export const SETTINGS = { RATE_LIMIT: 'off', LOG_LEVEL: 'error' };

export const SECRET_KEY = 'a key that keeps nothing of worth';

interface ProcessOptions {
  script: string;
  port: number;
  /** Options of Node itself. */
  nodeArgs?: readonly string[];
  args?: readonly string[];
  env?: Record<string, string>;
  /** Gets what the process writes to stderr, which by default is shown. */
  output?: ((text: string) => void) | undefined;
}

/** Differences from a start with the settings of the bench. */
interface ServiceOptions {
  /** By default a free one. */
  port?: number;
  /** Of another, built version of the project. */
  folder?: string | undefined;
  /** What runs instead of the program. */
  script?: string;
  nodeArgs?: readonly string[];
  env?: Record<string, string>;
  output?: (text: string) => void;
}

/** One of the two servers, in its own process. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly origin: string,
    /** From the start of the process to its first line on stdout. */
    readonly startMs: number,
  ) {}

  static async service(url: string, options: ServiceOptions = {}): Promise<ServerProcess> {
    const { port = await freePort(), nodeArgs = [], folder, output } = options;
    const env = {
      ...{ DATABASE_URL: url, DATABASE_POOL: String(POOL), PORT: String(port), PUBLIC_URL },
      ...{ ...SETTINGS, SECRET_KEY },
      ...{ ADMIN_TOKEN: ADMIN.token, ADMIN_PASSWORD: 'nobody signs in' },
      ...options.env,
    };
    const { script = folder === undefined ? PROGRAM : programOf(folder) } = options;
    return ServerProcess.start({ script, port, nodeArgs, env, output });
  }

  /** The bare server, which does the same work. */
  static async limit(url: string): Promise<ServerProcess> {
    const port = await freePort();
    const args = [url, String(port), PUBLIC_URL, String(POOL)];
    return ServerProcess.start({ script: 'limit/main.js', port, args });
  }

  private static async start(options: ProcessOptions): Promise<ServerProcess> {
    const { script, port, nodeArgs = [], args = [], env = {}, output } = options;
    const path = isAbsolute(script) ? script : fileURLToPath(new URL(script, import.meta.url));
    const begin = performance.now();
    const child = spawn(process.execPath, [...nodeArgs, path, ...args], {
      // An environment variable or a `.env` file of the caller must not change the results.
      cwd: tmpdir(),
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stderr
      .setEncoding('utf8')
      .on('data', output ?? ((text: string) => process.stderr.write(text)));
    const listening = once(child.stdout, 'data');
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${script} ended with ${String(code)} instead of listening`);
    });
    const late = delay(START_MS, null, { ref: false }).then(() => {
      throw new Error(`${script} does not listen`);
    });
    await Promise.race([listening, ended, late]);
    // Keep reading, or a full pipe would block the server. `stop` waits for the exit.
    child.stdout.resume();
    ended.catch(() => undefined);
    late.catch(() => undefined);
    return new ServerProcess(child, `http://127.0.0.1:${port}`, performance.now() - begin);
  }

  /** CPU time of the process so far, all threads together. */
  cpuMs(): number {
    const fields = this.proc('stat')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }

  /** The same in nanosecond steps, as far as threads still run. Not every kernel has it: then in steps of 10 ms. */
  preciseCpuMs(): number {
    try {
      const tasks = readdirSync(`/proc/${String(this.child.pid)}/task`);
      const times = tasks.map((task) => Number(this.proc(`task/${task}/schedstat`).split(' ')[0]));
      return times.reduce((sum, one) => sum + one, 0) / 1e6;
    } catch {
      return this.cpuMs();
    }
  }

  memoryMb(): number {
    return Number(/VmRSS:\s+(\d+)/.exec(this.proc('status'))?.[1]) / 1024;
  }

  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  /** Sends the signal and waits until the process has ended. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill(signal);
    await gone;
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.child.kill(name);
  }

  private proc(file: string): string {
    return readFileSync(`/proc/${String(this.child.pid)}/${file}`, 'utf8');
  }
}

/** Versions before the bundle have modules only. */
function programOf(folder: string): string {
  const bundle = join(folder, 'dist/program/main.js');
  return existsSync(bundle) ? bundle : join(folder, 'dist/src/main.js');
}

/** The service cannot choose its own port here: with PUBLIC_URL set it does not print the port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
