import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PATH_ALONE } from './environment.js';

const ROOT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));

const LOCK = join(tmpdir(), 'forgenote-test-build.lock');
const CLOCK = new Int32Array(new SharedArrayBuffer(4));

/** A folder is made by one process only; what was left behind after a minute belongs to nobody. */
function lock(): boolean {
  const left = statSync(LOCK, { throwIfNoEntry: false });
  if (left && left.mtimeMs < Date.now() - 60_000) rmSync(LOCK, { recursive: true, force: true });
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    return false;
  }
}

/** The built program as an operator starts it, in a folder of its own. */
export class Program {
  readonly folder = mkdtempSync(join(tmpdir(), 'forgenote-'));
  stdout = '';
  stderr = '';
  private child?: ChildProcess;
  private ended?: Promise<number | null>;

  /** One at a time: two test files may want it together. */
  static build(): void {
    const end = Date.now() + 90_000;
    while (!lock() && Date.now() < end) Atomics.wait(CLOCK, 0, 0, 100);
    try {
      execFileSync('node', ['scripts/build.js', '--if-needed'], { cwd: ROOT_FOLDER });
    } finally {
      rmSync(LOCK, { recursive: true, force: true });
    }
  }

  start(settings: Record<string, string>): void {
    const child = spawn('node', [join(ROOT_FOLDER, 'dist/program/main.js')], {
      cwd: this.folder,
      env: { ...PATH_ALONE, PORT: '0', LOG_LEVEL: 'error', ...settings },
    });
    child.stdout.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.child = child;
    this.ended = new Promise((resolve) => child.on('close', resolve));
  }

  /** The address it prints when it listens. */
  async address(): Promise<string> {
    const end = Date.now() + 15_000;
    while (Date.now() < end) {
      const url = /http:\/\/\S+/.exec(this.stdout)?.[0];
      if (url) return url;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`It does not listen: ${this.stdout}${this.stderr}`);
  }

  /** The processes it has started itself. */
  children(): number[] {
    const pid = String(this.child?.pid);
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .split(' ')
      .filter((text) => text !== '')
      .map(Number);
  }

  signal(name: NodeJS.Signals): void {
    this.child?.kill(name);
  }

  /** The exit code; it is killed when it takes longer than 15 s. */
  async exit(): Promise<number | null> {
    const timer = setTimeout(() => this.child?.kill('SIGKILL'), 15_000);
    const code = await this.ended;
    clearTimeout(timer);
    return code ?? null;
  }

  /** Started like this it ends with 1 and says why in one sentence on stderr, without a stack. */
  async expectRefusal(settings: Record<string, string>, sentence: RegExp): Promise<void> {
    this.stdout = this.stderr = '';
    this.start(settings);
    expect(await this.exit()).toBe(1);
    expect(this.stderr).toMatch(sentence);
    expect(this.stderr).not.toMatch(/^\s+at /m);
    const said = this.stderr.trim().split('\n');
    expect(said.filter((line) => !line.startsWith('The secrets of the first'))).toHaveLength(1);
    expect(this.stdout).toBe('');
  }

  async remove(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
