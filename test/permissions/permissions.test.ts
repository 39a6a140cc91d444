import { operationsOf, type Operation } from './operations.js';
import { named, type Cell, type Request, type Rule, type Target } from './rule.js';
import { RULES } from './rules.js';
import { ACTORS, SCENES, World, type Scene } from './world.js';

/** Operations without a token need no permissions. */
const PUBLIC = [
  'createSession',
  'confirmEmail',
  'getAvatar',
  'getHealth',
  'getHealthLive',
  'getHealthReady',
  'getKeyFile',
];

let world: World;
let scenes: Scene[];
let operations: Map<string, Operation>;

beforeAll(async () => {
  world = await World.create();
  scenes = [];
  for (const kind of SCENES) scenes.push(await world.scene(kind));
  operations = operationsOf(world.forge.contract.document);
});
afterAll(() => world.forge.close());

/** Every combination of target and actor in a scene. */
const cellsOf = (rule: Rule, scene: Scene): Cell[] =>
  rule.targets.flatMap((target) => ACTORS.map((actor) => ({ world, scene, actor, target })));

/**
 * Sequential: requests in the same project would affect each other. What a request has not changed is the target of the
 * next one too. So a refused request that changes something disturbs those after it.
 */
async function checkCells(rule: Rule, cells: Cell[]): Promise<string[]> {
  const problems: string[] = [];
  const unchanged = new Map<Target, Request>();
  for (const cell of cells) {
    const problem = await checkCell(rule, cell, unchanged);
    if (problem) problems.push(problem);
  }
  return problems;
}

async function checkCell(
  rule: Rule,
  cell: Cell,
  unchanged: Map<Target, Request>,
): Promise<string | null> {
  const operation = operations.get(rule.operation);
  if (!operation) return 'no such operation';
  const { target } = cell;
  const refusal = rule.refusal(cell);
  const request = unchanged.get(target) ?? (await rule.request(cell));
  const answer = await world.client(cell.actor).send(operation.method, request.path, request.body);
  const hasChanged = refusal === null && operation.method !== 'GET';
  // What is the actor's own belongs to another actor next time.
  if (hasChanged || target === 'own') unchanged.delete(target);
  else unchanged.set(target, request);
  await rule.restore?.(cell);
  const expected = refusal
    ? [refusal.status, { message: refusal.message }]
    : [operation.status, undefined];
  const got = [answer.status, refusal ? answer.body : undefined];
  if (JSON.stringify(got) === JSON.stringify(expected)) return null;
  const description = `${cell.actor}, ${cell.target}, ${cell.scene.name}`;
  return `${description}: expected ${JSON.stringify(expected)}, got ${answer.status} ${JSON.stringify(answer.body)}`;
}

describe('permissions', () => {
  it('are declared for every operation', () => {
    const declared = [...RULES.map(({ operation }) => operation), ...PUBLIC];
    expect([...operations.keys()].filter((operation) => !declared.includes(operation))).toEqual([]);
    expect(declared.filter((operation) => !operations.has(operation))).toEqual([]);
  });

  it.each(named(RULES))('allow and refuse %s as declared', async (_, rule) => {
    const places = rule.scope === 'project' ? scenes : scenes.slice(0, 1);
    const problems = await Promise.all(
      places.map((scene) => checkCells(rule, cellsOf(rule, scene))),
    );
    expect(problems.flat()).toEqual([]);
  });
});
