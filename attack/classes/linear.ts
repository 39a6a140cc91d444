import type { Random } from '../../torture/random.js';
import type { AttackClass } from '../attack-class.js';
import { HTML_PAGES } from '../html-pages.js';
import { HOSTILE_TEXTS } from '../hostile-texts.js';
import { keepsTokens, OPERATIONS, type Operation, type OperationParam } from '../operations.js';
import { expansion, placeText, spotsOf, type Spot } from '../place-text.js';
import type { Target } from '../target.js';
import type { World } from '../world/world.js';

/** Bytes of the encoded text in a body, and in a URL or a header, where there is less room. */
const BODY_BYTES = 32_768;
const URL_BYTES = 2_500;
/** The second size is so many times the first. */
const FACTOR = 8;
const URL_FACTOR = 3;
/** Below it, a request costs nothing worth comparing. */
const CHEAP_MS = 20;
/** Linear time has a ratio of at most 1. The rest is for garbage collection and the compiler. */
const MAX_GROWTH = 2.5;
/** A request that costs this much is a finding, however it grows. */
const MAX_MS = 1_000;
const REPEATS = 3;
const SHOWN = 10;
/** Of the texts for each parameter, unless the run is long. The first text is the one that has cost most. */
const SHARE = 1 / 5;

interface Pair {
  spot: Spot;
  text: string;
}

interface Measured extends Pair {
  /** Of the larger text. */
  bytes: number;
  /** CPU of the service for the larger text, in milliseconds. */
  ms: number;
  /** CPU per byte of the larger text in relation to the smaller one. */
  growth: number;
}

/** Hostile texts in every parameter of every operation: CPU per byte must not grow with the size. */
export const linear: AttackClass = {
  name: 'linear',
  rows: [23],
  control: 'normalize-first',
  env: { LOG_LEVEL: 'info' },
  run: async (target) => {
    const world = await target.world();
    const spots = spotsOf([...OPERATIONS.filter(keepsTokens), ...HTML_PAGES]);
    const pairs = target.isLong ? everyPair(spots) : spread(spots, target.random);
    const measured: Measured[] = [];
    for (const { spot, text } of pairs) {
      if (target.isDone) break;
      measured.push(await measure(target, world, spot, text));
    }
    const worst: Measured[] = [];
    for (const one of measured.sort(byCost).slice(0, 3 * SHOWN))
      worst.push(target.isDone ? one : await measureAgain(target, world, one));
    return [
      `${spots.length} parameters, ${measured.length} pairs of requests`,
      `worst in CPU per KiB:\n${worst.sort(byCost).slice(0, SHOWN).map(describe).join('\n')}\n `,
    ].join(', ');
  },
};

const TEXTS = Object.keys(HOSTILE_TEXTS);

const everyPair = (spots: readonly Spot[]): Pair[] =>
  spots.flatMap((spot) => TEXTS.map((text) => ({ spot, text })));

/**
 * Every parameter of every operation, and at least `SHARE` of the texts for each name and schema, because operations
 * share the code behind them. The seed decides which operation gets which text.
 */
function spread(spots: readonly Spot[], random: Random): Pair[] {
  const groups = new Map<string, Spot[]>();
  for (const spot of spots) {
    const key = declaration(spot);
    groups.set(key, [...(groups.get(key) ?? []), spot]);
  }
  const [first = '', ...others] = TEXTS;
  return [...groups.values()].flatMap((same) => {
    const start = random.integer(0, others.length - 1);
    const texts = [first, ...others.slice(start), ...others.slice(0, start)];
    const count = Math.max(same.length, Math.ceil(TEXTS.length * SHARE));
    return Array.from({ length: count }, (_, n) => {
      return { spot: same[n % same.length], text: texts[n % texts.length] };
    });
  });
}

const declaration = ({ param, path }: Spot): string =>
  JSON.stringify([param.in, path, param.schema]);

async function measure(target: Target, world: World, spot: Spot, text: string): Promise<Measured> {
  const isBody = spot.param.in === 'body';
  const small = isBody ? BODY_BYTES : URL_BYTES;
  const factor = isBody ? FACTOR : URL_FACTOR;
  const cost = (bytes: number) => costOf(target, world, spot, { text, bytes });
  let before = await cost(small);
  // A text that is already too expensive would keep the service busy for minutes at the larger size.
  if (before > MAX_MS) return report(target, { spot, text, bytes: small, ms: before, growth: 1 });
  let after = await cost(small * factor);
  for (let n = 1; n < REPEATS && after > CHEAP_MS && after / before > factor * MAX_GROWTH; n++) {
    before = Math.max(before, await cost(small));
    after = Math.min(after, await cost(small * factor));
  }
  const growth = after / before / factor;
  return report(target, { spot, text, bytes: small * factor, ms: after, growth });
}

const byCost = (a: Measured, b: Measured): number => b.ms / b.bytes - a.ms / a.bytes;

/** A single measurement may contain a garbage collection. */
async function measureAgain(target: Target, world: World, one: Measured): Promise<Measured> {
  let { ms } = one;
  for (let n = 1; n < REPEATS; n++) ms = Math.min(ms, await costOf(target, world, one.spot, one));
  return { ...one, ms };
}

function report(target: Target, measured: Measured): Measured {
  const { ms, growth } = measured;
  if (ms > MAX_MS || (ms > CHEAP_MS && growth > MAX_GROWTH)) target.find(describe(measured));
  return measured;
}

/** CPU time of the service for one request, in milliseconds. */
async function costOf(
  target: Target,
  world: World,
  spot: Spot,
  { text, bytes }: { text: string; bytes: number },
): Promise<number> {
  const make = HOSTILE_TEXTS[text] ?? String;
  const attack = placeText(world, spot, make(bytes / expansion(spot, make)));
  const before = target.service.preciseCpuMs();
  await target.root.send(attack);
  return target.service.preciseCpuMs() - before;
}

function describe({ spot, text, bytes, ms, growth }: Measured): string {
  const perKib = ((ms * 1000) / (bytes / 1024)).toFixed(1);
  const where = nameOf(spot.operation, spot.param, spot.path);
  return `    ${perKib} us/KiB, growth ${growth.toFixed(2)}: ${where}, ${text}`;
}

const nameOf = ({ id }: Operation, { in: place }: OperationParam, path: readonly string[]) =>
  `${id} ${place} ${path.join('.')}`;
