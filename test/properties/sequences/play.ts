import fc, { type Arbitrary } from 'fast-check';
import type { Answer } from '../../support/client.js';
import { Chooser, UNAUTHORIZED, type Call, type Expected } from './calls.js';
import type { Lane } from './lane.js';
import type { Person, World } from './model.js';
import { Normalizer } from './normalize.js';
import { listNotes } from './plans/notes.js';
import { KINDS, listThings } from './plans/things.js';
import { VERBS, VERBS_BY_FREQUENCY } from './verbs.js';

/** One call, before its target is chosen. */
interface Draw {
  /** Index of the verb in the sequence. */
  verb: number;
  choices: number[];
}

/** A sequence uses few verbs, so that its calls change, undo and read the results of each other. */
export interface Sequence {
  verbs: string[];
  draws: Draw[];
}

export const sequence: Arbitrary<Sequence> = fc.record({
  verbs: fc.array(fc.constantFrom(...VERBS_BY_FREQUENCY), { minLength: 2, maxLength: 6 }),
  draws: fc.array(
    fc.record({
      verb: fc.nat({ max: 999 }),
      choices: fc.array(fc.nat({ max: 999 }), { minLength: 12, maxLength: 12 }),
    }),
    { minLength: 4, maxLength: 12 },
  ),
});

/**
 * Makes the calls and compares each response with the prediction of the model.
 *
 * @returns the normalized responses, which are equal for all services
 * @throws Error with all calls up to the first unexpected response
 */
export async function play(lane: Lane, { verbs, draws }: Sequence): Promise<string[]> {
  const { world } = lane;
  world.begin();
  const normalizer = new Normalizer(lane.forge.url);
  const spoken: string[] = [];
  const said: string[] = [];
  const make = async (by: Person, call: Call) => {
    spoken.push(`${by.username} ${call.method} ${call.path} ${JSON.stringify(call.given ?? {})}`);
    const expected = by.blocked || by.gone ? UNAUTHORIZED : call.expected;
    const answer = await send(by, call);
    await hold(answer, expected);
    said.push(...wordsOf(normalizer, by, call, answer));
  };
  try {
    for (const { verb, choices } of draws) {
      const pick = new Chooser(choices);
      const { plan, isAdministration } = verbOf(verbs[verb % verbs.length]);
      const by = callerOf(world, isAdministration, pick);
      await make(by, plan(world, by, pick));
    }
    for (const plan of inspectionOf(world)) await make(world.boss, plan);
  } catch (error) {
    throw new Error(`${numbered(spoken)}\n${String(error)}`, { cause: error });
  }
  await lane.clear();
  return said;
}

/** Reads the latest noteables and their notes as an administrator. */
function* inspectionOf(world: World): Iterable<Call> {
  const thing = world.things.at(-1);
  if (!thing) return;
  const boss = world.boss;
  yield listNotes(world, boss, new Chooser([0]));
  yield listNotes(world, boss, new Chooser([1]));
  yield listThings(world, boss, new Chooser([0, KINDS.indexOf(thing.type)]));
}

function verbOf(name = '') {
  const verb = VERBS.get(name);
  if (!verb) throw new Error(`Nobody knows how to ${name}`);
  return verb;
}

/** Most calls are made by the users of the cast and by users who are deleted later. */
function callerOf(
  { boss, cast, newcomers }: World,
  isAdministration: boolean,
  pick: Chooser,
): Person {
  const [ada = boss] = cast;
  const present = newcomers.filter(({ gone }) => !gone);
  const usual = isAdministration
    ? Array.from({ length: 5 }, () => boss)
    : [ada, ada, ...Array.from({ length: 8 }, () => present).flat()];
  return pick.of([...usual, ...cast, boss, ...newcomers]);
}

/** GET sends its parameters in the query, other methods in the body. */
function send({ client }: Person, { method, path, given }: Call): Promise<Answer> {
  return method === 'GET' ? client.get(path, given) : client.send(method, path, given);
}

async function hold({ status, headers, body }: Answer, expected: Expected): Promise<void> {
  if (status !== expected.status) {
    throw new Error(`answered ${status} ${JSON.stringify(body)}, and not ${expected.status}`);
  }
  await expected.apply?.(body as { id: number });
  expect({ body }).toMatchObject({ body: expected.body() });
  if (expected.total !== undefined) expect(headers.get('x-total')).toBe(String(expected.total));
}

function wordsOf(
  normalizer: Normalizer,
  { username }: Person,
  { method, path, given = {} }: Call,
  { status, headers, body }: Answer,
): string[] {
  const kind = path.split('/').findLast((step) => !/\d/.test(step)) ?? '';
  const pages = ['link', 'x-total', 'x-total-pages', 'x-page', 'x-next-page', 'x-prev-page'].map(
    (name) => normalizer.path(headers.get(name) ?? ''),
  );
  return [
    `${username} ${method} ${normalizer.path(path)} ${JSON.stringify(normalizer.body(given, kind))}`,
    `${status} ${JSON.stringify(normalizer.body(body, kind))} ${pages.join(' ')}`,
  ];
}

const numbered = (lines: readonly string[]): string =>
  lines.map((line, index) => `${index + 1}. ${line}`).join('\n');
