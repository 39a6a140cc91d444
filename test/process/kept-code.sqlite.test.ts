import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PATH_ALONE } from '../support/environment.js';
import { Program } from '../support/program.js';

beforeAll(() => {
  Program.build();
}, 60_000);

/** Loads all of a program, which then refuses its setting: how V8 took the code kept of each file. */
function start(...flags: string[]): { refused: unknown; stderr: string } {
  const url = (path: string) => JSON.stringify(pathToFileURL(resolve(path)));
  const script = `
    import { launch, scripts } from ${url('dist/src/launch.js')};
    process.on('exit', () => {
      console.log(JSON.stringify([...scripts.values()].map((script) => script.cachedDataRejected ?? null)));
    });
    launch(new URL(${url('dist/program/demo.cjs')}));`;
  const { stdout, stderr } = spawnSync('node', [...flags, '--input-type=module', '-e', script], {
    env: { ...PATH_ALONE, PORT: 'none' },
    encoding: 'utf8',
  });
  return { refused: JSON.parse(stdout) as unknown, stderr };
}

describe('the code that is kept of a program', () => {
  it('is taken by the V8 that made it', () => {
    const { refused, stderr } = start();
    expect(new Set(refused as unknown[])).toEqual(new Set([false]));
    expect(stderr).toContain('PORT');
  });

  it('is refused by a V8 with other settings, and the program starts all the same', () => {
    const { refused, stderr } = start('--no-opt');
    expect(new Set(refused as unknown[])).toEqual(new Set([true]));
    expect(stderr).toContain('PORT');
  });
});
