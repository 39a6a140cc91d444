import { join } from 'node:path';
import { checkRedis } from '../auth/check-redis.js';
import { KEY_FILE } from '../auth/key-file.js';
import { SealedTokens } from '../auth/sealed-tokens.js';
import { explain } from '../config/cannot-start.js';
import { readConfig, type Config } from '../config/config.js';
import { loadEnvironment } from '../config/environment.js';
import { exitCodeOf } from '../config/exit-code.js';
import { requirePrivate } from '../config/private-files.js';
import { checkMail } from '../emails/check-mail.js';
import { checkDatabase, checkFolder } from '../engines/check-database.js';
import { dataFolder } from '../engines/create-engine.js';
import type { Schema } from '../engines/schema.js';
import { SECRETS_FILE } from '../first-administrator/show-secrets-once.js';

/** What is checked, and how: the result completes the sentence. */
type Check = [subject: string, check: () => Promise<string> | string];

/**
 * Tries what a start needs, and prints what is wrong. Creates and changes nothing. Returns the exit code of the first
 * problem.
 *
 * @throws ConfigError the settings are wrong
 */
export async function check(schema: Schema): Promise<number> {
  const config = readConfig(loadEnvironment());
  let exitCode = 0;
  console.log('The settings are correct.');
  for (const warning of config.warnings) console.error(warning);
  for (const [subject, run] of checksOf(config, schema)) {
    try {
      console.log(`${subject} ${await run()}`);
    } catch (error) {
      const problem = explain(error);
      console.error(problem.startsWith(subject) ? problem : `${subject}: ${problem}`);
      exitCode ||= exitCodeOf(error);
    }
  }
  console.log(exitCode === 0 ? 'Everything is ready to start.' : 'Something is wrong: see above.');
  return exitCode;
}

function checksOf(config: Config, schema: Schema): Check[] {
  const { database, mail, directories, limits } = config;
  const folder = dataFolder(database);
  const place =
    database.kind === 'sqlite' ? database.path : `${database.database} on ${database.host}`;
  return [
    [
      `The folder ${folder}`,
      () => {
        const state = checkFolder(folder);
        const files = [KEY_FILE, SECRETS_FILE].map((name) => join(folder, name));
        requirePrivate(...files, ...(database.kind === 'sqlite' ? [database.path] : []));
        return state;
      },
    ],
    [
      `The database ${place}`,
      async () => {
        const { state, sealed } = await checkDatabase(database, schema);
        if (sealed !== null) new SealedTokens(config).requireKeyOf(sealed);
        return state;
      },
    ],
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
    ...directories.map(({ provider }): Check => [
      `The directory ${provider}`,
      () => `was not tried: forgenote ldap check ${provider} does that`,
    ]),
  ];
}
