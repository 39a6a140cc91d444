import type { Cleanup } from '../bench/cleanup.js';
import { withCleanup } from '../bench/cleanup.js';
import type { EngineName } from '../bench/flags.js';
import { createStore } from '../bench/store.js';
import type { TortureFlags } from './flags.js';
import type { Part, Place } from './part.js';
import { Random } from './random.js';
import { Stage, type StageOptions } from './stage.js';

interface Result {
  isPassed: boolean;
  /** For the terminal. */
  lines: string[];
}

const SHOWN_FAULTS = 8;
/** A slow machine stores few rows, so that most kills hit no commit. The first fault ends the attempts. */
const CONTROL_ATTEMPTS = 8;

/** Runs the part on the service, and on the broken service, where it must find a fault. */
export async function runPart(
  part: Part,
  engine: EngineName,
  flags: TortureFlags,
): Promise<Result> {
  const start = performance.now();
  const figures: string[] = [];
  const faults: string[] = [];
  try {
    const plain = await attempt(part, engine, flags);
    figures.push(plain.figures);
    faults.push(...shorten(plain.faults));
    if (flags.controls) {
      const planted = await attemptControl(part, engine, flags);
      figures.push(`control ${part.control}: ${planted.faults.length} faults found`);
      if (planted.faults.length === 0)
        faults.push(`no fault found with ${part.control} (${planted.figures})`);
    }
  } catch (error) {
    faults.push(`broke off: ${String((error as Error).stack)}`);
  }
  const isPassed = faults.length === 0;
  const seconds = Math.round((performance.now() - start) / 1000);
  const head = [part.name.padEnd(8), engine.padEnd(7), isPassed ? 'passed' : 'FAILED'].join(' ');
  const lines = [
    `${head} in ${seconds} s: ${figures.join('; ')}`,
    ...faults.map((one) => `  ${one}`),
  ];
  return { isPassed, lines };
}

function shorten(faults: readonly string[]): string[] {
  const shown = faults.slice(0, SHOWN_FAULTS);
  return faults.length > shown.length ? [...shown, `... ${faults.length} faults in all`] : shown;
}

interface Attempt {
  figures: string;
  faults: string[];
}

/** @throws Error the harness or the service broke off, whatever was planted */
async function attempt(
  part: Part,
  engine: EngineName,
  flags: TortureFlags,
  control?: string,
): Promise<Attempt> {
  let result: Attempt | undefined;
  await withCleanup(async (cleanup) => {
    const stage = await openStage(part, engine, flags, { cleanup, control });
    const figures = await part.run(stage);
    result = { figures: `${figures}; ${stage.ledger.summary()}`, faults: await stage.check() };
  });
  if (!result) throw new Error('interrupted');
  return result;
}

/** Repeats the part on the broken service until it finds a fault: some faults need an unlucky moment. */
async function attemptControl(
  part: Part,
  engine: EngineName,
  flags: TortureFlags,
): Promise<Attempt> {
  for (let n = 1; ; n++) {
    const planted = await attempt(part, engine, flags, part.control);
    if (planted.faults.length > 0 || n === CONTROL_ATTEMPTS) return planted;
  }
}

async function openStage(
  part: Part,
  engine: EngineName,
  flags: TortureFlags,
  options: Pick<StageOptions, 'cleanup' | 'control'>,
): Promise<Stage> {
  const { cleanup } = options;
  const place =
    (await part.place?.(engine, flags, cleanup)) ?? (await emptyDatabase(engine, flags, cleanup));
  const random = new Random(flags.seed);
  return new Stage({ ...options, ...place, engine, short: flags.short, random });
}

/** A database on the server that is there anyway. */
async function emptyDatabase(
  engine: EngineName,
  { mariadb }: TortureFlags,
  cleanup: Cleanup,
): Promise<Place> {
  const store = await createStore(engine, { mariadb });
  cleanup.add(() => store.drop());
  return { url: store.url, server: engine === 'sqlite' ? store.url : mariadb };
}
