import { join } from 'node:path';
import { checkRedis } from '../../core/auth/check-redis.js';
import { KEY_FILE, storedKey } from '../../core/auth/key-file.js';
import { SealedTokens } from '../../core/auth/sealed-tokens.js';
import { explain } from '../../base/config/cannot-start.js';
import { readConfig, type Config } from '../../base/config/config.js';
import { loadEnvironment } from '../../base/config/environment.js';
import { exitCodeOf } from '../../base/config/exit-code.js';
import { requirePrivate } from '../../base/config/private-files.js';
import { checkPort, type Sign } from '../../http/server/port.js';
import { checkMail } from '../../features/mail/check-mail.js';
import { checkDatabase, checkFolder } from '../../database/engines/check-database.js';
import { dataFolder } from '../../database/engines/create-engine.js';
import type { Schema } from '../../database/engines/schema.js';
import { readContent } from './stored-content.repository.js';
import { SECRETS_FILE } from '../../features/first-administrator/show-secrets-once.js';

export interface CheckFlags {
  json?: boolean;
}

/** What is checked, and how: the result completes the sentence. */
type Check = [subject: string, check: () => Promise<string> | string];

/** What `--json` prints of a check. */
interface CheckResult {
  subject: string;
  ok: boolean;
  /** A sentence. */
  message: string;
}

/**
 * Tries what a start needs, and prints what is wrong. Creates and changes nothing. Returns the exit code of the first
 * problem.
 *
 * @throws ConfigError the settings are wrong
 */
export async function check(schema: Schema, { json = false }: CheckFlags): Promise<number> {
  const config = readConfig(loadEnvironment());
  const results: CheckResult[] = [];
  let exitCode = 0;
  if (!json) {
    console.log('The settings are correct.');
    for (const warning of config.warnings) console.error(warning);
  }
  for (const [subject, run] of checksOf(config, schema)) {
    const { error, ...result } = await outcomeOf(subject, run);
    results.push(result);
    if (!result.ok) exitCode ||= exitCodeOf(error);
    if (!json) console[result.ok ? 'log' : 'error'](result.message);
  }
  const { warnings } = config;
  if (json) console.log(JSON.stringify({ ready: exitCode === 0, warnings, checks: results }));
  else
    console.log(
      exitCode === 0 ? 'Everything is ready to start.' : 'Something is wrong: see above.',
    );
  return exitCode;
}

async function outcomeOf(
  subject: string,
  run: Check[1],
): Promise<CheckResult & { error?: unknown }> {
  try {
    return { subject, ok: true, message: `${subject} ${await run()}` };
  } catch (error) {
    const problem = explain(error);
    const message = problem.startsWith(subject) ? problem : `${subject}: ${problem}`;
    return { subject, ok: false, message, error };
  }
}

function checksOf(config: Config, schema: Schema): Check[] {
  const { database, mail, directory, limits, http, metrics } = config;
  const folder = dataFolder(database);
  const place =
    database.kind === 'sqlite' ? database.path : `${database.database} on ${database.host}`;
  return [
    [
      `The folder ${folder}`,
      () => {
        const state = checkFolder(folder);
        const keyFile = join(folder, KEY_FILE);
        const files = [keyFile, join(folder, SECRETS_FILE)];
        requirePrivate(...files, ...(database.kind === 'sqlite' ? [database.path] : []));
        if (config.secretKey === null) storedKey(keyFile);
        return state;
      },
    ],
    [
      `The database ${place}`,
      async () => {
        const { state, content } = await checkDatabase(database, schema, readContent);
        if (content?.sealed) new SealedTokens(config).requireKeyOf(content.sealed);
        return state;
      },
    ],
    ...portCheck(http, { path: '/', contains: 'Forgenote' }),
    ...(metrics
      ? portCheck(metrics, { path: '/metrics', contains: 'forgenote_' }, 'METRICS_')
      : []),
    [
      'The mail server',
      () =>
        mail.smtpUrl === null
          ? 'is not configured (SMTP_URL): the service sends no mail'
          : checkMail(mail.smtpUrl),
    ],
    ...(limits.storeUrl === null
      ? []
      : [['The Redis server', () => checkRedis(limits.storeUrl ?? '')] satisfies Check]),
    ...(directory === null
      ? []
      : [['The directory', () => 'was not tried: forgenote ldap check does that'] satisfies Check]),
  ];
}

/** With port 0, the service listens on any port that is free. */
const portCheck = (address: { host: string; port: number }, sign: Sign, prefix = ''): Check[] =>
  address.port === 0 ? [] : [[`The port ${address.port}`, () => checkPort(address, sign, prefix)]];
