import { previousKeyFileOf, rotateKeyFile } from '../auth/key-file.js';
import { SealedTokens } from '../auth/sealed-tokens.js';
import { ConfigError, readConfig, type Config } from '../config/config.js';
import { loadEnvironment } from '../config/environment.js';
import { EXIT_CODES } from '../config/exit-code.js';
import { checkDatabase } from '../engines/check-database.js';
import { TokenEncryption } from '../users/token-encryption.service.js';
import { Operator } from './operator.js';
import { showRows } from './progress.js';
import { withService, type ServiceParts } from './with-service.js';

/**
 * Encrypts all tokens with a new key, while the service runs. The former key stays for a day, because stored responses
 * of an Idempotency-Key need it. Returns the exit code.
 */
export async function rotateKey(parts: ServiceParts, flags: { json?: boolean }): Promise<number> {
  const config = readConfig(loadEnvironment());
  const hasBegun = await beginRotation(parts, config);
  let isOver = false;
  const exitCode = await withService(parts, flags, async (app) => {
    const progress = showRows();
    const encryption = app.get(TokenEncryption, { strict: false });
    const show = (tokens: number) => {
      progress.show('tokens', tokens);
    };
    const isFileNew = hasBegun && config.secretKey === null;
    const renewed = await encryption.renew(new Operator(), show, isFileNew);
    progress.end();
    isOver = !hasBegun && renewed === 0;
    return { text: describe(config, renewed, isOver), data: { renewed } };
  });
  return isOver ? EXIT_CODES.data : exitCode;
}

/** Returns false if the file of the former key is there already. */
async function beginRotation({ loadSchema }: ServiceParts, config: Config): Promise<boolean> {
  const { secretKey, secretKeyPrevious, database } = config;
  if (secretKey !== null) {
    if (secretKeyPrevious !== null) return true;
    throw new ConfigError([
      'SECRET_KEY_PREVIOUS is missing: set SECRET_KEY to the new key and SECRET_KEY_PREVIOUS to the present one, as docs/commands.md says',
    ]);
  }
  // Before anything changes: a wrong key must not become the former key.
  const { sealed } = await checkDatabase(database, await loadSchema());
  if (sealed !== null) new SealedTokens(config).requireKeyOf(sealed);
  return rotateKeyFile(database);
}

function describe({ secretKey, database }: Config, renewed: number, isOver: boolean): string {
  const previous = previousKeyFileOf(database);
  if (isOver)
    return `A rotation has ended already, and nothing was changed: to begin another one, delete ${previous} and run this again.`;
  const rest =
    secretKey === null
      ? `Back up the new key now. After 24 hours, delete ${previous}.`
      : 'After 24 hours, remove SECRET_KEY_PREVIOUS and restart the instances.';
  return `Private tokens that are now encrypted with the new key: ${renewed}. ${rest}`;
}
