import { existsSync, readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/generators.md', root), 'utf8');

describe('docs/generators.md', () => {
  it('has a section with commands for each scenario', () => {
    const sections = [...page.matchAll(/^## (.*)\n(?:(?!^## )[^])*?^```sh\n/gm)];
    const names = sections.map(([, title = '']) => title.replace(/\W+/g, '-').replace(/^-/, ''));
    const folders = readdirSync(new URL('generators/', root), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(names.toSorted()).toEqual(folders.toSorted());
    const lacksScenario = (name: string) =>
      !existsSync(new URL(`generators/${name}/scenario.ts`, root));
    expect(folders.filter(lacksScenario)).toEqual([]);
  });

  it('installs exact versions', () => {
    const packages = [...page.matchAll(/--save-exact (.*)/g)].flatMap(([, list = '']) =>
      list.split(' '),
    );
    expect(packages.filter((name) => !/.@\d+\.\d+\.\d+$/.test(name))).toEqual([]);
  });
});
