import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const HOOKS = new URL('register.js', import.meta.url).href;
const SOURCES = ['export const count = = 1;', "import './missing.js';"];

/** Imports these sources and returns the messages of the errors, as another thread receives them. */
function errorsOf(sources: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'forgenote-hooks-'));
  try {
    const urls = sources.map((source, at) => {
      const file = join(folder, `broken${at}.ts`);
      writeFileSync(file, source);
      return pathToFileURL(file).href;
    });
    const script = `const results = await Promise.allSettled(${JSON.stringify(urls)}.map((url) => import(url)));
      console.log(JSON.stringify(results.map(({ reason }) => structuredClone(reason).message)));`;
    const args = ['--import', HOOKS, '--input-type=module', '--eval', script];
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    return JSON.parse(stdout) as string[];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the error of a file that cannot be loaded', () => {
  const [syntax = '', missing = ''] = errorsOf(SOURCES);

  it('names the file that does not compile in its first line', () => {
    const [first, ...rest] = syntax.split('\n');
    expect(first).toMatch(/broken0\.ts does not compile:$/);
    expect(rest.join('\n')).toContain('Expression expected');
  });

  it('names the missing import and the importing file', () => {
    expect(missing.split('\n')[0]).toMatch(/'\.\/missing\.js'.*broken1\.ts$/);
  });
});
