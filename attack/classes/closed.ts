import type { AttackClass } from '../attack-class.js';
import type { Target } from '../target.js';
import type { World } from '../world/world.js';

const ACCEPTS = ['text/html', '*/*', 'application/json'];

/** With PUBLIC_PAGES=off, pages, key files and pictures say nothing about what exists. */
export const closed: AttackClass = {
  name: 'closed',
  rows: [11],
  control: 'open-pages',
  env: { PUBLIC_PAGES: 'off' },
  run: async (target) => {
    const world = await target.world();
    const pairs = await pathsOf(target, world);
    for (const [existing, missing] of pairs)
      for (const accept of ACCEPTS)
        for (const method of ['GET', 'HEAD'])
          await compare(target, { existing, missing, accept, method });
    return `${pairs.length} paths, each compared with one that does not exist`;
  },
};

/** Paths of what exists, each with one like it of what does not. */
async function pathsOf(target: Target, { people, open }: World): Promise<[string, string][]> {
  const { id, username } = people.owner;
  const { body } = await target.root.get(open.at);
  const project = new URL((body as { web_url: string }).web_url).pathname;
  const items = [`issues/1`, `merge_requests/1`, `snippets/${open.snippet.id}`];
  return [
    [`/${username}`, '/nobody'],
    [`/${username}.keys`, '/nobody.keys'],
    [`/avatars/${id}.svg`, '/avatars/999999.svg'],
    [project, `/${username}/nothing`],
    ...items.map((item): [string, string] => [`${project}/${item}`, `/nobody/nothing/${item}`]),
    ...['projects', 'users'].map((list): [string, string] => [
      `/public/${list}`,
      '/public/nothing',
    ]),
  ];
}

interface Comparison {
  existing: string;
  missing: string;
  accept: string;
  method: string;
}

async function compare(
  target: Target,
  { existing, missing, accept, method }: Comparison,
): Promise<void> {
  const [found, other] = await Promise.all(
    [existing, missing].map((path) => target.anonymous.send({ method, path, headers: { accept } })),
  );
  const what = `${method} ${existing} as ${accept}`;
  target.require(found?.status === 404, `${what}: ${String(found?.status)}`);
  target.require(other?.status === 404, `${method} ${missing}: ${String(other?.status)}`);
}
