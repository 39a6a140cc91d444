import { fileURLToPath } from 'node:url';
import type { Cleanup } from '../bench/cleanup.js';
import { withCleanup } from '../bench/cleanup.js';
import type { EngineName } from '../bench/flags.js';
import { ServerProcess } from '../bench/server-process.js';
import { createStore } from '../bench/store.js';
import type { TortureFlags } from '../torture/flags.js';
import { Random } from '../torture/random.js';
import type { AttackClass } from './attack-class.js';
import { MailSink } from './clients/mail-sink.js';
import { Target } from './target.js';

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
export async function runClass(
  attack: AttackClass,
  engine: EngineName,
  flags: TortureFlags,
): Promise<Result> {
  const start = performance.now();
  const figures: string[] = [];
  const findings: string[] = [];
  try {
    const plain = await attempt(attack, engine, flags);
    figures.push(plain.figures);
    findings.push(...shorten(plain.findings));
    if (flags.controls) {
      const broken = await attempt(attack, engine, flags, attack.control);
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
  attack: AttackClass,
  engine: EngineName,
  flags: TortureFlags,
  control?: string,
): Promise<Attempt> {
  let result: Attempt | undefined;
  await withCleanup(async (cleanup) => {
    const target = await openTarget(attack, engine, flags, { cleanup, control });
    const figures = await attack.run(target);
    result = { figures, findings: target.findings };
  });
  if (!result) throw new Error('interrupted');
  return result;
}

interface Opening {
  cleanup: Cleanup;
  control: string | undefined;
}

/** Starts the service on an empty database. */
async function openTarget(
  attack: AttackClass,
  engine: EngineName,
  { mariadb, short, seed }: TortureFlags,
  { cleanup, control }: Opening,
): Promise<Target> {
  const store = await createStore(engine, { mariadb });
  cleanup.add(() => store.drop());
  const script = control && fileURLToPath(new URL(`controls/${control}.js`, import.meta.url));
  const output: string[] = [];
  const mails = attack.hasMail ? await MailSink.open() : null;
  if (mails) cleanup.add(() => mails.close());
  const startAnother = async (url: string, env: Record<string, string>) => {
    const service = await ServerProcess.service(url, {
      nodeArgs: script ? ['--import', script] : [],
      env: { LOG_LEVEL: 'error', ...attack.env, ...env },
      output: (text) => output.push(text),
    });
    cleanup.add(() => service.end('SIGKILL'));
    return service;
  };
  const service = await startAnother(store.url, mails ? { SMTP_URL: mails.url } : {});
  const isBroken = control !== undefined;
  return new Target({
    ...{ service, startAnother, mails, output, cleanup, isBroken },
    isShort: short,
    random: new Random(seed),
  });
}
