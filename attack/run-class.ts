import { withCleanup } from '../bench/cleanup.js';
import type { EngineName } from '../bench/flags.js';
import { Random } from '../torture/random.js';
import type { AttackClass } from './attack-class.js';
import type { AttackFlags } from './flags.js';
import { openService, type OpenService } from './open-service.js';
import { Target } from './target.js';

interface ClassRun {
  attack: AttackClass;
  engine: EngineName;
  /** The service of several classes. Null: the class gets its own. */
  shared: OpenService | null;
  /** Whether the class also runs on a broken service. */
  hasControl: boolean;
}

interface Result {
  isPassed: boolean;
  /** For the terminal. */
  lines: string[];
}

interface Attempt {
  figures: string;
  findings: readonly string[];
}

const SHOWN_FINDINGS = 8;

/** Attacks the service, and the broken service, where the class must find something. */
export async function runClass(run: ClassRun, flags: AttackFlags): Promise<Result> {
  const { attack, engine } = run;
  const start = performance.now();
  const figures: string[] = [];
  const findings: string[] = [];
  try {
    const plain = await attempt(run, flags);
    figures.push(plain.figures);
    findings.push(...shorten(plain.findings));
    if (run.hasControl) {
      const broken = await attempt({ ...run, shared: null }, flags, attack.control);
      figures.push(`control ${attack.control}: ${broken.findings.length} findings`);
      if (broken.findings.length === 0)
        findings.push(`no finding with ${attack.control} (${broken.figures})`);
    }
  } catch (error) {
    findings.push(`broke off: ${String((error as Error).stack)}`);
  }
  const isPassed = findings.length === 0;
  const seconds = Math.round((performance.now() - start) / 1000);
  const head = [attack.name.padEnd(11), engine.padEnd(7), isPassed ? 'passed' : 'FAILED'].join(' ');
  const lines = [
    `${head} in ${seconds} s: ${figures.join('; ')}`,
    ...findings.map((one) => `  ${one}`),
  ];
  return { isPassed, lines };
}

function shorten(findings: readonly string[]): string[] {
  const shown = findings.slice(0, SHOWN_FINDINGS);
  return findings.length > shown.length ? [...shown, `... ${findings.length} in all`] : shown;
}

async function attempt(
  { attack, engine, shared }: ClassRun,
  { mariadb, seed, long }: AttackFlags,
  control?: string,
): Promise<Attempt> {
  let result: Attempt | undefined;
  await withCleanup(async (cleanup) => {
    const { env, hasMail } = attack;
    const open = shared ?? (await openService({ engine, mariadb, control, env, hasMail }, cleanup));
    const isBroken = control !== undefined;
    const random = new Random(seed);
    const target = new Target({ ...open, cleanup, isBroken, isLong: long, random });
    const figures = await attack.run(target);
    result = { figures, findings: target.findings };
  });
  if (!result) throw new Error('interrupted');
  return result;
}
