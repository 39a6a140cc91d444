import { existsSync, readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/generators.md', root), 'utf8');

describe('docs/generators.md', () => {
  it('has a row for each scenario', () => {
    const linked = [...page.matchAll(/\(\.\.\/(generators\/[\w-]+)\/scenario\.ts\)/g)];
    const folders = readdirSync(new URL('generators/', root), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `generators/${name}`);
    expect(linked.map(([, folder]) => folder).toSorted()).toEqual(folders.toSorted());
    expect(folders.filter((folder) => !existsSync(new URL(`${folder}/scenario.ts`, root)))).toEqual(
      [],
    );
  });

  it('installs exact versions', () => {
    const packages = [...page.matchAll(/--save-exact (.*)/g)].flatMap(([, list = '']) =>
      list.split(' '),
    );
    expect(packages.filter((name) => !/.@\d+\.\d+\.\d+$/.test(name))).toEqual([]);
  });
});
