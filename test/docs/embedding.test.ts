import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as forgenote from '../../src/app/embedding/forgenote.module.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCE = join(ROOT, 'examples/nest-host/src');
const page = readFileSync(join(ROOT, 'docs/embedding.md'), 'utf8');
const blocks = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);

const linesOf = (text: string) => text.split('\n').map((line) => line.trim());
const example = new Set(
  readdirSync(SOURCE).flatMap((file) => linesOf(readFileSync(join(SOURCE, file), 'utf8'))),
);

describe('docs/embedding.md', () => {
  it('shows code of the example host, which its own tests run', () => {
    // The last block is a complete program, which `nest-versions.generators.test.ts` runs.
    const excerpts = blocks.slice(0, -1);
    expect(excerpts).toHaveLength(3);
    const unknown = excerpts.flatMap(linesOf).filter((line) => !example.has(line));
    expect(unknown).toEqual([]);
  });

  it('names only providers that the package exports', () => {
    const [, table = ''] = /^## Services and actors\n(.*?)^## /ms.exec(page) ?? [];
    const names = [...table.matchAll(/`([A-Z]\w+(?:Service|Factory))`/g)].map(
      ([, name = '']) => name,
    );
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !(name in forgenote))).toEqual([]);
  });

  it('describes every group of routes at the root', () => {
    const [, table = ''] = /^## Routes at the root\n(.*?)^## /ms.exec(page) ?? [];
    const names = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    expect(names).toEqual(['health', 'docs', 'avatars', 'keyFiles', 'pages', 'home']);
  });
});
