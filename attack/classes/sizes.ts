import type { AttackClass } from '../attack-class.js';
import { keepsTokens, OPERATIONS } from '../operations.js';
import type { Target } from '../target.js';
import { pathOf } from '../world/paths.js';
import { unique, type World } from '../world/world.js';

const MAX_PER_PAGE = 100;
const ROWS = 105;
const PAGES = [
  '0',
  '-1',
  '101',
  '1e3',
  '1e9',
  '1000000000',
  '9223372036854775808',
  '1.5',
  '%20',
  '%00',
];

/** Pages, bodies and texts that are too large. */
export const sizes: AttackClass = {
  name: 'sizes',
  rows: [22],
  control: 'unlimited-pages',
  run: async (target) => {
    const world = await target.world();
    await Promise.all(Array.from({ length: ROWS }, () => createProject(world)));
    const lists = await tryPages(target, world);
    const texts = await tryTexts(target, world);
    return `${lists} lists with ${PAGES.length} sizes, ${texts} texts beyond their limit`;
  },
};

const createProject = ({ people, open }: World) =>
  people.owner.caller.post(`${open.at}/issues`, { title: unique() });

async function tryPages(target: Target, world: World): Promise<number> {
  const lists = OPERATIONS.filter(({ params }) => params.some(({ name }) => name === 'per_page'));
  for (const operation of lists) {
    const path = pathOf(operation, world);
    for (const size of PAGES) {
      for (const query of [
        `per_page=${size}`,
        `page=${size}`,
        `pagination=keyset&per_page=${size}`,
      ]) {
        const url = `${path}?${query}`;
        const { status, body } = await target.root.send({ method: 'GET', path: url });
        const length = Array.isArray(body) ? body.length : 0;
        const isBounded = length <= MAX_PER_PAGE && (status === 200 || status === 400);
        target.require(isBounded, `${operation.id}?${query}: ${status} with ${length} items`);
      }
    }
    if (target.isDone) break;
  }
  return lists.length;
}

/** One character more than the document allows. */
async function tryTexts(target: Target, world: World): Promise<number> {
  let count = 0;
  for (const operation of OPERATIONS.filter(keepsTokens)) {
    const { method, example, params } = operation;
    for (const { in: place, name, schema } of params) {
      if (place !== 'body' || schema.maxLength === undefined) continue;
      const body = { ...example, [name]: 'x'.repeat(schema.maxLength + 1) };
      const path = pathOf(operation, world);
      const { status } = await target.root.send({ method, path, body });
      const isRefused = [400, 401, 404, 413].includes(status);
      target.require(isRefused, `${operation.id} ${name} of ${schema.maxLength + 1}: ${status}`);
      count++;
    }
  }
  return count;
}
