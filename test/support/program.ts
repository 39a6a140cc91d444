// It needs dist/, so the tests that import it have a kind in their names: jest.config.js.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXIT_CODES } from '../../src/base/config/exit-code.js';
import { PATH_ONLY } from './environment.js';

/** The folder of the repository. Its dist/ is built. */
export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** A script of the tests that imports the built modules. */
export const UNITS_SCRIPT = fileURLToPath(new URL('units.js', import.meta.url));

/** Runs the built program in a folder, as an operator does. */
export class Program {
  stdout = '';
  stderr = '';
  private child?: ChildProcess;
  private ended?: Promise<number | null>;

  /**
   * @param script the script that runs: an absolute path, or one below dist/program
   * @param nodeArgs come before it
   * @param folder where it runs: a new one, or that of another program
   */
  constructor(
    private readonly script = 'main.js',
    private readonly nodeArgs: readonly string[] = [],
    readonly folder = mkdtempSync(join(tmpdir(), 'forgenote-')),
  ) {}

  /** The program with a migration more. It runs from its modules, where the migration is added. */
  static ofNextVersion(): Program {
    const addition = new URL('next-version.js', import.meta.url).href;
    return new Program('../src/main.js', ['--import', addition]);
  }

  /** @param words of the command line; none run the service */
  start(settings: Record<string, string>, ...words: string[]): void {
    const program = resolve(REPOSITORY, 'dist/program', this.script);
    const child = spawn('node', [...this.nodeArgs, program, ...words], {
      cwd: this.folder,
      env: { ...PATH_ONLY, PORT: '0', LOG_LEVEL: 'error', ...settings },
    });
    child.stdout.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.child = child;
    this.ended = new Promise((resolve) => child.on('close', resolve));
  }

  /**
   * The address it prints when it listens.
   *
   * @throws Error if it ends without printing one
   */
  async address(): Promise<string> {
    const printed = () => /http:\/\/\S+/.exec(this.stdout)?.[0];
    let hasEnded = false;
    void this.ended?.then(() => (hasEnded = true));
    while (!printed() && !hasEnded) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const url = printed();
    if (!url) throw new Error(`It ended without listening: ${this.stdout}${this.stderr}`);
    return url;
  }

  get pid(): number {
    return this.child?.pid ?? NaN;
  }

  /** Ends its standard input. */
  closeInput(): void {
    this.child?.stdin?.end();
  }

  signal(name: NodeJS.Signals): void {
    this.child?.kill(name);
  }

  /** Waits for the exit code. Kills the program after some minutes, so that the test can show what it has printed. */
  async exit(seconds = 240): Promise<number | null> {
    const timer = setTimeout(() => this.child?.kill('SIGKILL'), seconds * 1_000);
    const code = await this.ended;
    clearTimeout(timer);
    return code ?? null;
  }

  /** Waits for the exit code of a service that stops. Sends the second signal, which ends it at once. */
  async exitAtOnce(): Promise<number | null> {
    // A second signal counts only some time after the first.
    const timer = setInterval(() => {
      this.signal('SIGTERM');
    }, 100);
    try {
      return await this.exit();
    } finally {
      clearInterval(timer);
    }
  }

  /** Expects an exit code of a failed start and one sentence on stderr, without a stack, for these settings. */
  async expectRefusal(settings: Record<string, string>, sentence: RegExp): Promise<void> {
    this.stdout = this.stderr = '';
    this.start(settings);
    expect([EXIT_CODES.config, EXIT_CODES.unavailable]).toContain(await this.exit());
    expect(this.stderr).toMatch(sentence);
    expect(this.stderr).not.toMatch(/^\s+at /m);
    const lines = this.stderr.trim().split('\n');
    expect(lines.filter((line) => !line.startsWith('The secrets of the first'))).toHaveLength(1);
    expect(this.stdout).toBe('');
  }

  async remove(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
