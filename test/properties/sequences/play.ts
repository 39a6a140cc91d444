import fc, { type Arbitrary } from 'fast-check';
import type { Answer } from '../../support/client.js';
import { Chooser, UNAUTHORIZED, type Call, type Expected } from './calls.js';
import type { Lane } from './lane.js';
import type { Person, World } from './model.js';
import { Normalizer } from './normalize.js';
import { listNotes } from './plans/notes.js';
import { KINDS, listNoteables } from './plans/noteables.js';
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
  const requests: string[] = [];
  const responses: string[] = [];
  const sendCall = async (caller: Person, call: Call) => {
    requests.push(
      `${caller.username} ${call.method} ${call.path} ${JSON.stringify(call.parameters ?? {})}`,
    );
    const expected = caller.blocked || caller.isDeleted ? UNAUTHORIZED : call.expected;
    const answer = await send(caller, call);
    await expectResponse(answer, expected);
    responses.push(...describeExchange(normalizer, caller, call, answer));
  };
  try {
    for (const { verb, choices } of draws) {
      const pick = new Chooser(choices);
      const { plan, isAdministration } = verbOf(verbs[verb % verbs.length]);
      const caller = callerOf(world, isAdministration, pick);
      await sendCall(caller, plan(world, caller, pick));
    }
    for (const plan of inspectionOf(world)) await sendCall(world.administrator, plan);
  } catch (error) {
    throw new Error(`${numberLines(requests)}\n${String(error)}`, { cause: error });
  }
  await lane.clear();
  return responses;
}

/** Reads the latest noteables and their notes as an administrator. */
function* inspectionOf(world: World): Iterable<Call> {
  const noteable = world.noteables.at(-1);
  if (!noteable) return;
  const administrator = world.administrator;
  yield listNotes(world, administrator, new Chooser([0]));
  yield listNotes(world, administrator, new Chooser([1]));
  yield listNoteables(world, administrator, new Chooser([0, KINDS.indexOf(noteable.type)]));
}

function verbOf(name = '') {
  const verb = VERBS.get(name);
  if (!verb) throw new Error(`Unknown verb: ${name}`);
  return verb;
}

/** Most calls are made by the users of the cast and by users who are deleted later. */
function callerOf(
  { administrator, cast, newcomers }: World,
  isAdministration: boolean,
  pick: Chooser,
): Person {
  const [ada = administrator] = cast;
  const present = newcomers.filter(({ isDeleted }) => !isDeleted);
  const usual = isAdministration
    ? Array.from({ length: 5 }, () => administrator)
    : [ada, ada, ...Array.from({ length: 8 }, () => present).flat()];
  return pick.of([...usual, ...cast, administrator, ...newcomers]);
}

/** GET sends its parameters in the query, other methods in the body. */
function send({ client }: Person, { method, path, parameters }: Call): Promise<Answer> {
  return method === 'GET' ? client.get(path, parameters) : client.send(method, path, parameters);
}

async function expectResponse(
  { status, headers, body }: Answer,
  expected: Expected,
): Promise<void> {
  if (status !== expected.status) {
    throw new Error(`answered ${status} ${JSON.stringify(body)}, and not ${expected.status}`);
  }
  await expected.apply?.(body as { id: number });
  expect({ body }).toMatchObject({ body: expected.body() });
  if (expected.total !== undefined) expect(headers.get('x-total')).toBe(String(expected.total));
}

function describeExchange(
  normalizer: Normalizer,
  { username }: Person,
  { method, path, parameters = {} }: Call,
  { status, headers, body }: Answer,
): string[] {
  const kind = path.split('/').findLast((step) => !/\d/.test(step)) ?? '';
  const pages = ['link', 'x-total', 'x-total-pages', 'x-page', 'x-next-page', 'x-prev-page'].map(
    (name) => normalizer.path(headers.get(name) ?? ''),
  );
  return [
    `${username} ${method} ${normalizer.path(path)} ${JSON.stringify(normalizer.body(parameters, kind))}`,
    `${status} ${JSON.stringify(normalizer.body(body, kind))} ${pages.join(' ')}`,
  ];
}

const numberLines = (lines: readonly string[]): string =>
  lines.map((line, index) => `${index + 1}. ${line}`).join('\n');
