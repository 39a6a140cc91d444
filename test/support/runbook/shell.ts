import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PLAIN_ENVIRONMENT } from '../environment.js';

const DONE = 'runbook-block-is-done';

/** One bash for all blocks, as an operator has one. It ends with the first command that fails. */
export class Shell {
  private readonly child: ChildProcess;
  private printed = '';
  private blocks = 0;

  /**
   * @param folder for its files; exists
   * @param standIns scripts that take the place of programs, by name
   */
  constructor(
    private readonly folder: string,
    standIns: Readonly<Record<string, string>>,
  ) {
    const programs = join(folder, 'programs');
    mkdirSync(programs);
    for (const [name, script] of Object.entries(standIns)) {
      writeFileSync(join(programs, name), `#!/bin/sh\nset -eu\n${script}\n`);
      chmodSync(join(programs, name), 0o755);
    }
    const env = {
      ...PLAIN_ENVIRONMENT,
      // What came from the registry once need not be asked for again.
      npm_config_prefer_offline: 'true',
      PATH: `${programs}${delimiter}${PLAIN_ENVIRONMENT['PATH'] ?? ''}`,
    };
    this.child = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env });
    const keep = (chunk: Buffer) => (this.printed += chunk.toString());
    this.child.stdout?.on('data', keep);
    this.child.stderr?.on('data', keep);
    this.child.stdin?.write('exec 2>&1; set -eu -o pipefail\n');
  }

  /**
   * Runs a block. Returns what it prints.
   *
   * @throws Error a command failed
   */
  async run(commands: string): Promise<string> {
    const file = join(this.folder, `block-${String(++this.blocks)}.sh`);
    writeFileSync(file, commands);
    this.printed = '';
    // From a file: a command that reads its standard input must not read the next ones.
    this.child.stdin?.write(`. '${file}' </dev/null\necho ${DONE}\n`);
    while (!this.printed.includes(`${DONE}\n`)) {
      if (this.child.exitCode !== null)
        throw new Error(`A command failed:\n${commands}\nIt printed:\n${this.printed}`);
      await delay(5);
    }
    return this.printed.replace(`${DONE}\n`, '');
  }

  /** What the block has printed that runs, for a failure that has no other report. */
  get latest(): string {
    return this.printed;
  }

  async close(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('close', resolve));
    this.child.kill('SIGKILL');
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
    await ended;
  }
}
