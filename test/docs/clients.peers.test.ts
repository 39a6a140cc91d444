import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { startForge, type Forge } from '../support/app.js';
import { REPOSITORY } from '../support/program.js';
import type { SeededUser } from '../support/seed.js';

const PAGE = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8');
const { resolve } = createRequire(import.meta.url);

let forge: Forge;
let ada: SeededUser;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user({ username: 'ada' });
});
afterAll(() => forge?.close());

const PROGRAMS: Record<string, string> = {
  sh: '/usr/bin/bash',
  js: process.execPath,
  ruby: '/usr/bin/ruby',
  python: '/usr/bin/python3',
  perl: '/usr/bin/perl',
};

/** Each block of code, with the heading above it. */
const blocks = PAGE.split(/^## /m).flatMap((section) => {
  const [title = ''] = section.split('\n');
  const found = [...section.matchAll(/^```(\w+)\n([^]*?)^```$/gm)];
  return found.flatMap(([, language = '', code = '']) =>
    language in PROGRAMS ? [[title, language, code] as const] : [],
  );
});

/** Both versions of npm's gitlab are installed, one of them under another name. */
function withInstalled(title: string, code: string): string {
  return code.replace(/require\('([\w-]+)'\)/, (_, name: string) => {
    const installed = title.endsWith('14.2.2') ? 'gitlab-14' : name;
    return `require(${JSON.stringify(resolve(installed))})`;
  });
}

function paste(language: string, code: string): Promise<string> {
  const env = { PATH: '/usr/bin:/bin', FORGE: forge.url, TOKEN: ada.token };
  return new Promise((done, reject) => {
    const isModule = language === 'js' && code.startsWith('import ');
    const args = language === 'sh' ? ['-c', code] : isModule ? ['--input-type=module', '-'] : ['-'];
    const options = { env, cwd: REPOSITORY };
    const child = execFile(PROGRAMS[language] ?? '', args, options, (error, stdout, stderr) => {
      if (error) reject(new Error(error.message + stderr));
      else done(stdout);
    });
    child.stdin?.end(language === 'sh' ? '' : code);
  });
}

describe('docs/clients.md', () => {
  it.each(blocks)('has code that works when pasted: %s, %s', async (title, language, code) => {
    expect(await paste(language, withInstalled(title, code))).toBe('ada\n');
  });
});
