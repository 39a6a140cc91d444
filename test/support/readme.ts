// The blocks of the README, and a shell to paste them into. It needs dist/.
import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run } from './commands.js';
import { PATH_ONLY } from './environment.js';
import { freePort } from './ports.js';
import { REPOSITORY } from './program.js';

const TEXT = readFileSync(join(REPOSITORY, 'README.md'), 'utf8');

export const README = {
  /** The blocks of a language that contain a text. */
  blocksWith: (text: string, language: string): string[] =>
    [...TEXT.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
      .filter(([, of, block]) => of === language && block?.includes(text))
      .map(([, , block = '']) => block),
};

/** Instead of an installation and a build, which the test run has already made. */
const NPM = `#!/bin/sh
case "$*" in
  ci) ;;
  start) exec node ${REPOSITORY}/dist/program/main.js ;;
  'run demo') exec node ${REPOSITORY}/dist/program/demo.js ;;
  *) echo "unexpected: npm $*" >&2; exit 1 ;;
esac
`;

/** Runs blocks in bash, in a new folder and with a free port instead of 3000. */
export class ReadmeShell {
  private readonly folder = mkdtempSync(join(tmpdir(), 'forgenote-readme-'));
  private server?: ChildProcess;

  private constructor(private readonly port: number) {
    const commands = join(this.folder, 'commands');
    mkdirSync(commands);
    writeFileSync(join(commands, 'npm'), NPM);
    chmodSync(join(commands, 'npm'), 0o755);
    writeFileSync(join(this.folder, '.curlrc'), 'fail-with-body\nsilent\nwrite-out = "\\n"\n');
  }

  static async open(): Promise<ReadmeShell> {
    const port = await freePort();
    return new ReadmeShell(port);
  }

  /** Runs a block that does not end. Returns what it prints until it says where it listens. */
  async serve(block: string): Promise<string> {
    const server = spawn('bash', ['-ec', this.adapt(block)], {
      cwd: this.folder,
      env: this.environment,
      // A group of its own: a signal to it also ends the service behind the shell.
      detached: true,
    });
    this.server = server;
    let printed = '';
    server.stderr.on('data', (text: Buffer) => (printed += text.toString()));
    await new Promise<void>((resolve, reject) => {
      server.once('close', () => {
        reject(new Error(`The block ended: ${printed}`));
      });
      server.stdout.on('data', (text: Buffer) => {
        printed += text.toString();
        if (printed.includes(`http://127.0.0.1:${this.port}`)) resolve();
      });
    });
    return printed;
  }

  /** Runs a block to its end. Returns what it prints. */
  run(block: string): Promise<string> {
    const variables = Object.entries(this.environment).map(([name, value]) => `${name}=${value}`);
    const args = ['-i', ...variables, 'bash', '-ec', this.adapt(block)];
    return run('env', args, { cwd: this.folder, seconds: 60 });
  }

  /** Runs a block of JavaScript as a file of a project without a package.json. Returns what it prints. */
  runFile(block: string): Promise<string> {
    writeFileSync(join(this.folder, 'client.js'), this.adapt(block));
    return this.run('node client.js');
  }

  /** Installs these packages of the repository and the repository itself, as `npm install` with its path does. */
  install(...packages: string[]): void {
    const modules = join(this.folder, 'node_modules');
    mkdirSync(modules);
    for (const name of packages)
      symlinkSync(join(REPOSITORY, 'node_modules', name), join(modules, name));
    symlinkSync(REPOSITORY, join(modules, 'forgenote'));
  }

  async stop(): Promise<void> {
    const { server } = this;
    if (server?.pid === undefined || server.exitCode !== null) return;
    const ended = new Promise((resolve) => server.once('close', resolve));
    process.kill(-server.pid, 'SIGINT');
    await ended;
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get environment(): Record<string, string> {
    const path = `${join(this.folder, 'commands')}${delimiter}${PATH_ONLY.PATH}`;
    return { PATH: path, HOME: this.folder, PORT: String(this.port), LOG_LEVEL: 'error' };
  }

  private adapt(block: string): string {
    return block.replaceAll('127.0.0.1:3000', `127.0.0.1:${this.port}`);
  }
}
