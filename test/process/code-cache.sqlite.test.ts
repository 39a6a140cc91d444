import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PATH_ALONE } from '../support/environment.js';
import { Program } from '../support/program.js';

const folder = mkdtempSync(join(tmpdir(), 'forgenote-'));
beforeAll(() => {
  Program.build();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Loads all of a program, which then refuses its setting: how V8 took the code cache of each file. */
function start(...flags: string[]): { rejected: unknown[]; stderr: string } {
  const url = (path: string) => JSON.stringify(pathToFileURL(resolve(path)));
  const script = `
    import { launch, scripts } from ${url('dist/src/launch.js')};
    process.on('exit', () => {
      const rejected = [...scripts.values()].map((script) => script.cachedDataRejected ?? null);
      console.log(JSON.stringify(rejected));
    });
    launch(new URL(${url('dist/program/demo.cjs')}));`;
  const { stdout, stderr } = spawnSync('node', [...flags, '--input-type=module', '-e', script], {
    cwd: folder,
    env: { ...PATH_ALONE, PORT: 'none' },
    encoding: 'utf8',
  });
  return { rejected: JSON.parse(stdout) as unknown[], stderr };
}

describe('the code cache of a program', () => {
  it('is taken by the V8 that wrote it', () => {
    const { rejected, stderr } = start();
    expect(new Set(rejected)).toEqual(new Set([false]));
    expect(stderr).toContain('PORT');
  });

  it('is refused by a V8 with other flags, and the program is loaded all the same', () => {
    const { rejected, stderr } = start('--no-opt');
    expect(new Set(rejected)).toEqual(new Set([true]));
    expect(stderr).toContain('PORT');
  });
});
