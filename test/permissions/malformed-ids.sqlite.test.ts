import { openapi } from '../support/document.js';
import { VISIBILITY } from '../support/seed.js';
import { operationsOf } from './operations.js';
import { allowedCell, named, UNKNOWN_ID, type Rule } from './rule.js';
import { RULES } from './rules.js';
import { World, type Scene } from './world.js';

const operations = operationsOf(openapi);
const operationOf = ({ operation }: Rule) => {
  const known = operations.get(operation);
  if (!known) throw new Error(`The document has no ${operation}`);
  return known;
};

let world: World;
let scene: Scene;
beforeAll(async () => {
  world = await World.create();
  scene = await world.scene({
    name: 'public project',
    visibility: VISIBILITY.public,
    confidential: false,
    snippet: VISIBILITY.public,
  });
});
afterAll(() => world.forge.close());

/** The path once for each id in it, with another text in its place. */
const replaceIds = (path: string, replace: (id: string) => string): string[] =>
  [...path.matchAll(/(?<=\/)\d+(?=\/|$)/g)].map(
    ({ 0: id, index }) => path.slice(0, index) + replace(id) + path.slice(index + id.length),
  );

// permissions.test.ts tests the responses for unknown ids. users/get-user.test.ts has more malformed ones.
describe('a malformed id in a path', () => {
  it.each(named(RULES.filter((rule) => operationOf(rule).path.includes(':'))))(
    'gets the response of an unknown id from %s',
    async (_, rule) => {
      const { method, status } = operationOf(rule);
      const cell = allowedCell(rule, world, scene);
      const { path, body } = await rule.request(cell);
      const send = async (at: string) => {
        const answer = await world.forge.root.send(method, at, body);
        return [answer.status, answer.body];
      };
      const unknown = [];
      for (const at of replaceIds(path, () => String(UNKNOWN_ID))) unknown.push(await send(at));
      expect(unknown).not.toEqual([]);
      // The first is equal to the id for a lenient parser or database, the second has lost its last digit for them.
      for (const malformed of [(id: string) => `${id}.0`, () => '9007199254740993']) {
        const got = [];
        for (const at of replaceIds(path, malformed)) got.push([at, ...(await send(at))]);
        expect(got.map(([, ...answer]) => answer)).toEqual(unknown);
      }
      expect((await send(path))[0]).toBe(status);
      await rule.restore?.(cell);
    },
  );
});
