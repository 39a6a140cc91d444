import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run } from '../support/commands.js';
import { PATH_ONLY } from '../support/environment.js';
import { REPOSITORY } from '../support/program.js';

const SENTENCE =
  /^Forgenote needs Node 20 from 20\.19, 22 from 22\.13, or 24\.11 or later\. This is Node 18\.\d+\.\d+\.\n$/;
const PROGRAM = join(REPOSITORY, 'dist/program/main.js');
const DEMO = join(REPOSITORY, 'dist/program/demo.js');
const KIT = join(REPOSITORY, 'dist/kit/src/app/testing/start-forge.js');

const folder = mkdtempSync(join(tmpdir(), 'forgenote-old-node-'));
const onOldNode = (command: string, ...words: string[]) => {
  const PATH = [join(folder, 'node_modules/.bin'), PATH_ONLY.PATH].join(delimiter);
  return spawnSync(command, words, { cwd: folder, env: { PATH }, encoding: 'utf8' });
};

beforeAll(async () => {
  const install = ['install', '--prefix', '.', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', [...install, 'node@18'], { cwd: folder, seconds: 240 });
}, 600_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('on Node 18', () => {
  it.each([[[]], [['check']], [['--version']]])(
    'the program says which versions work: %j',
    (words) => {
      const { status, stdout, stderr } = onOldNode('node', PROGRAM, ...words);
      expect([status, stdout]).toEqual([78, '']);
      expect(stderr).toMatch(SENTENCE);
    },
  );

  it('the demo says it too', () => {
    const { status, stdout, stderr } = onOldNode('node', DEMO);
    expect([status, stdout]).toEqual([78, '']);
    expect(stderr).toMatch(SENTENCE);
  });

  it('the command of the tarball says it too', () => {
    mkdirSync(join(folder, 'bin'));
    symlinkSync(PROGRAM, join(folder, 'bin/forgenote'));
    const { status, stderr } = onOldNode(join(folder, 'bin/forgenote'), 'serve');
    expect(status).toBe(78);
    expect(stderr).toMatch(SENTENCE);
  });

  it.each(['startForge', 'shareForges'])('%s of the test kit says it too', (name) => {
    const program = `require(${JSON.stringify(KIT)}).${name}().catch((error) => console.log(error.message))`;
    const { status, stdout, stderr } = onOldNode('node', '--eval', program);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(SENTENCE);
  });
});
