import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** A program of Debian in the foreground. */
export class Daemon {
  private output = '';
  private readonly child: ChildProcess;

  constructor(path: string, args: readonly string[]) {
    this.child = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const keep = (chunk: Buffer) => (this.output += chunk.toString());
    this.child.stdout?.on('data', keep);
    this.child.stderr?.on('data', keep);
  }

  /**
   * Tries again until it does not throw.
   *
   * @throws Error the program has ended, with what it printed
   */
  async until<Result>(attempt: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (this.child.exitCode !== null) throw new Error(this.output, { cause: error });
        await delay(50);
      }
    }
  }

  get pid(): number {
    return this.child.pid ?? NaN;
  }

  /** Waits until it has printed a text. */
  async printed(text: string): Promise<void> {
    await this.until(() =>
      this.output.includes(text) ? Promise.resolve() : Promise.reject(new Error(text)),
    );
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
  }
}
