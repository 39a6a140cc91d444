import type { DatabaseAddress } from './database-address.js';
import type { Values } from './settings.js';

/** Checks rules that involve two settings. Invalid values are undefined here and already reported. */
export function conflicts(values: Partial<Values>): string[] {
  const problems: string[] = [];
  if (values.DATABASE_URL?.kind === 'mysql' && values.SECRET_KEY === null)
    problems.push(
      'SECRET_KEY must be set with a server database: at least 32 characters, ' +
        'the same for every instance (generate one with: openssl rand -hex 32)',
    );
  if (values.SECRET_KEY_PREVIOUS && values.SECRET_KEY === null)
    problems.push(
      'SECRET_KEY_PREVIOUS needs SECRET_KEY. Without both, the key file and secret.key.previous count',
    );
  if (values.SECRET_KEY_PREVIOUS && values.SECRET_KEY_PREVIOUS === values.SECRET_KEY)
    problems.push('SECRET_KEY_PREVIOUS must be another key than SECRET_KEY');
  if (values.DATABASE_CA && values.DATABASE_URL && !verifiesServer(values.DATABASE_URL))
    problems.push(
      'DATABASE_CA has no effect: add ?ssl=true to DATABASE_URL, or ?ssl-mode=VERIFY_CA',
    );
  if (values.METRICS_PORT && values.METRICS_PORT === values.PORT)
    problems.push(`METRICS_PORT (${values.METRICS_PORT}) must be another port than PORT`);
  return problems;
}

const verifiesServer = (address: DatabaseAddress): boolean =>
  address.kind === 'mysql' && (address.tls ?? 'REQUIRED') !== 'REQUIRED';
