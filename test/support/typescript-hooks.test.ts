import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const HOOKS = new URL('register.js', import.meta.url).href;

/** The text of the error that importing this source rejects with, after its way between two threads. */
function errorOf(source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'forgenote-hooks-'));
  try {
    const file = join(folder, 'broken.ts');
    writeFileSync(file, source);
    const script = `import(${JSON.stringify(pathToFileURL(file).href)}).catch((error) => {
      console.log(structuredClone(error).message);
    });`;
    return spawnSync(process.execPath, ['--import', HOOKS, '--eval', script], { encoding: 'utf8' })
      .stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the error of a file that cannot be loaded', () => {
  it('names the file that does not compile in its first line', () => {
    const [first, ...rest] = errorOf('export const count = = 1;').split('\n');
    expect(first).toMatch(/broken\.ts does not compile:$/);
    expect(rest.join('\n')).toContain('Expression expected');
  });

  it('names the import that is missing, and the file that asks for it', () => {
    const [first] = errorOf("import './missing.js';").split('\n');
    expect(first).toMatch(/'\.\/missing\.js'.*broken\.ts$/);
  });
});
