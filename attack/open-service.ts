import { fileURLToPath } from 'node:url';
import type { Cleanup } from '../bench/cleanup.js';
import type { EngineName } from '../bench/flags.js';
import { ServerProcess } from '../bench/server-process.js';
import { createStore } from '../bench/store.js';
import type { AttackClass } from './attack-class.js';
import { MailSink } from './clients/mail-sink.js';

/** A running service, with what attacks need around it. */
export interface OpenService {
  service: ServerProcess;
  /** Starts another service of the same program, broken like this one. */
  startAnother(url: string, env: Record<string, string>): Promise<ServerProcess>;
  /** Null if the service sends no mails. */
  mails: MailSink | null;
  /** What the service has written to stderr so far. */
  output: readonly string[];
}

interface Opening extends Pick<AttackClass, 'env' | 'hasMail'> {
  engine: EngineName;
  mariadb: string;
  /** File in controls/ that breaks the service. */
  control?: string;
}

/** The program and its controls, bundled: starts take a large part of a run. */
const bundled = (name: string): string =>
  fileURLToPath(new URL(`program/${name}.js`, import.meta.url));

/** Starts the service on an empty database. */
export async function openService(
  { engine, mariadb, control, hasMail, env: given }: Opening,
  cleanup: Cleanup,
): Promise<OpenService> {
  const store = await createStore(engine, { mariadb });
  cleanup.add(() => store.drop());
  const output: string[] = [];
  const mails = hasMail ? await MailSink.open() : null;
  if (mails) cleanup.add(() => mails.close());
  const startAnother = async (url: string, env: Record<string, string>) => {
    const service = await ServerProcess.service(url, {
      script: bundled('main'),
      nodeArgs: control === undefined ? [] : ['--import', bundled(control)],
      env: { LOG_LEVEL: 'error', ...given, ...env },
      output: (text) => output.push(text),
    });
    cleanup.add(() => service.end('SIGKILL'));
    return service;
  };
  const service = await startAnother(store.url, mails ? { SMTP_URL: mails.url } : {});
  return { service, startAnother, mails, output };
}
