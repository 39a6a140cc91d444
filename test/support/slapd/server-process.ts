import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { accepts } from '../../../src/http/server/port.js';

const TIMEOUT_MS = 20_000;

/** A program that listens on a port. It ends with this process, however this process ends. */
export class ServerProcess {
  private child?: ChildProcess;
  private readonly killAtExit = () => this.child?.kill('SIGKILL');

  constructor(
    private readonly command: string[],
    private readonly port: number,
  ) {
    process.on('exit', this.killAtExit);
  }

  /**
   * Starts it again if it ends at once: another connection may use the port for a moment, as its own end.
   *
   * @throws Error with what the program wrote to stderr, if it ends or does not listen in time
   */
  async start(): Promise<void> {
    let errors = '';
    for (let attempt = 0; attempt < 5; attempt++) {
      const failure = await this.tryToStart();
      if (failure === null) return;
      errors = failure;
      await delay(200);
    }
    throw new Error(`${this.command.join(' ')} does not listen: ${errors}`);
  }

  /** True also before the first start. */
  get hasEnded(): boolean {
    return !this.child || this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Returns when all threads have stopped: on a busy machine they answer for a while after the signal. */
  pause(): void {
    this.child?.kill('SIGSTOP');
    const threads = `/proc/${this.child?.pid ?? 'none'}/task`;
    const hasStopped = (id: string) =>
      readFileSync(join(threads, id, 'stat'), 'utf8').includes(') T ');
    while (!readdirSync(threads).every(hasStopped));
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  /** Sends the signal if the program runs, and waits for its end. Kills the program if that takes too long. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (!child || this.hasEnded) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    // A stopped program gets no other signal but SIGKILL.
    child.kill('SIGCONT');
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
  }

  /** Ends it for good. */
  async dispose(): Promise<void> {
    await this.end('SIGTERM');
    process.off('exit', this.killAtExit);
  }

  /** Returns null if it listens, and what it wrote to stderr if not. */
  private async tryToStart(): Promise<string | null> {
    // The signal reaches the program even if this process is killed.
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', ...this.command], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.child = child;
    let errors = '';
    child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
    const end = Date.now() + TIMEOUT_MS;
    while (child.exitCode === null && child.signalCode === null && Date.now() < end) {
      if (await accepts({ host: '127.0.0.1', port: this.port })) return null;
      await delay(10);
    }
    await this.end('SIGKILL');
    return errors;
  }
}
