import fc, { type Arbitrary } from 'fast-check';
import type { Answer } from '../../support/client.js';
import { Chooser, UNAUTHORIZED, type Call, type Expected } from './calls.js';
import type { Lane } from './lane.js';
import type { Person, World } from './model.js';
import { Normalizer } from './normalize.js';
import { VERBS, VERBS_BY_FREQUENCY } from './verbs.js';

/** One call, before it is known what there is to call about. */
interface Draw {
  verb: string;
  choices: number[];
}

const draw: Arbitrary<Draw> = fc.record({
  verb: fc.constantFrom(...VERBS_BY_FREQUENCY),
  choices: fc.array(fc.nat({ max: 999 }), { minLength: 10, maxLength: 10 }),
});

export const sequence: Arbitrary<Draw[]> = fc.array(draw, { minLength: 5, maxLength: 15 });

/**
 * Makes the calls, and holds each answer to what the model says.
 *
 * @returns what was said, in the words any service has to use
 * @throws Error with the calls up to the one that was answered otherwise
 */
export async function play(lane: Lane, draws: readonly Draw[]): Promise<string[]> {
  const { world } = lane;
  world.begin();
  const normalizer = new Normalizer(lane.forge.url);
  const spoken: string[] = [];
  const said: string[] = [];
  for (const { verb, choices } of draws) {
    const pick = new Chooser(choices);
    const by = callerOf(world, pick);
    const call = planOf(verb)(world, by, pick);
    spoken.push(`${by.username} ${call.method} ${call.path} ${JSON.stringify(call.given ?? {})}`);
    const expected = by.blocked || by.gone ? UNAUTHORIZED : call.expected;
    try {
      const answer = await send(by, call);
      await hold(answer, expected);
      said.push(...wordsOf(normalizer, by, call, answer));
    } catch (error) {
      throw new Error(`${numbered(spoken)}\n${String(error)}`, { cause: error });
    }
  }
  await lane.clear();
  return said;
}

function planOf(verb: string) {
  const plan = VERBS.get(verb);
  if (!plan) throw new Error(`Nobody knows how to ${verb}`);
  return plan;
}

/** Most of what is done is done by the one who began it. */
function callerOf({ boss, cast, newcomers }: World, pick: Chooser): Person {
  const [ada = boss] = cast;
  return pick.of([ada, ada, ...cast, boss, ...newcomers]);
}

/** Parameters of GET are in the query, those of the others in the body. */
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
