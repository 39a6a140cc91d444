import { statSync } from 'node:fs';
import { previousKeyFileOf, rotateKeyFile } from '../auth/key-file.js';
import { SealedTokens } from '../auth/sealed-tokens.js';
import { ConfigError, readConfig, type Config } from '../config/config.js';
import { loadEnvironment } from '../config/environment.js';
import { EXIT_CODES } from '../config/exit-code.js';
import { checkDatabase } from '../engines/check-database.js';
import { TokenEncryption } from '../users/token-encryption.service.js';
import { Operator } from './operator.js';
import { showRows } from './progress.js';
import {
  requireReady,
  STORED_IN_STEPS,
  withService,
  type Report,
  type ServiceParts,
} from './with-service.js';

/** Until then, stored responses of an Idempotency-Key need the former key. */
const NEEDED_MS = 24 * 3_600_000;

/**
 * Encrypts all tokens with a new key, while the service runs. Without SECRET_KEY it also makes the key, unless a former
 * one is still kept: then a run before has done so, and this one finishes its work. Returns the exit code.
 */
export async function rotateKey(parts: ServiceParts, flags: { json?: boolean }): Promise<number> {
  const config = readConfig(loadEnvironment());
  const isKeyNew = await beginRotation(parts, config);
  const partlyStored = config.secretKey === null ? KEY_FILE_REPLACED : STORED_IN_STEPS;
  return withService(parts, { ...flags, partlyStored }, async (app) => {
    const progress = showRows();
    const encryption = app.get(TokenEncryption, { strict: false });
    const show = (tokens: number) => {
      progress.show('tokens', tokens);
    };
    const record = await encryption.recordOfKey();
    if (record === 'ended') throw new ConfigError([REPLACED]);
    const renewed = await encryption.renew(new Operator(), show, isKeyNew).finally(progress.end);
    if (renewed > 0 || isKeyNew) return reportOf(config, renewed);
    if (config.secretKey !== null && record === null && (await encryption.hasTokens()))
      throw new ConfigError([NOT_BEGUN]);
    return nothingToDo(config);
  });
}

/** Also if an earlier run has replaced it. */
const KEY_FILE_REPLACED =
  'The new key is in place, and some tokens may still have the former one: keep both files, and run this again.';
const REPLACED =
  'SECRET_KEY is a key that rotate-key has replaced, and nothing was changed: set SECRET_KEY to the key that replaced it, and SECRET_KEY_PREVIOUS to this one as long as tokens need it';
/** The key that encrypts is recorded with the first token. Without a record, nothing shows that it is the new one. */
const NOT_BEGUN =
  'All private tokens are encrypted with SECRET_KEY, none with SECRET_KEY_PREVIOUS, and nothing was changed. Either the rotation is complete, and SECRET_KEY_PREVIOUS can be removed, or the two are swapped: to replace the present key, set SECRET_KEY to the new one and SECRET_KEY_PREVIOUS to the present one, as docs/commands.md says';

/**
 * Replaces the key file. Returns false if that has happened already, or if SECRET_KEY is set.
 *
 * @throws CannotStart the command could not encrypt the tokens afterwards. Nothing was changed.
 */
async function beginRotation({ loadSchema }: ServiceParts, config: Config): Promise<boolean> {
  const { secretKey, secretKeyPrevious, database } = config;
  if (secretKey !== null) {
    if (secretKeyPrevious !== null) return false;
    throw new ConfigError([
      'SECRET_KEY_PREVIOUS is missing: set SECRET_KEY to the new key and SECRET_KEY_PREVIOUS to the present one, as docs/commands.md says',
    ]);
  }
  // Before anything changes: a wrong key must not become the former key.
  const checked = await checkDatabase(database, await loadSchema());
  requireReady(checked);
  if (checked.sealed !== null) new SealedTokens(config).requireKeyOf(checked.sealed);
  return rotateKeyFile(database);
}

const reportOf = (config: Config, renewed: number): Report => ({
  text: `Private tokens that are now encrypted with the new key: ${renewed}. ${nextStep(config)}`,
  data: { renewed, reason: null },
});

/**
 * No token has the former key. The run before may have been killed at its end, and this one confirms the result. But a
 * former key that is older than a day is a rotation that nobody has finished: another one cannot begin.
 */
function nothingToDo(config: Config): Report {
  const previous = previousKeyFileOf(config.database);
  const done =
    'All private tokens are encrypted with the new key already, and nothing was changed.';
  const ageMs = config.secretKey === null ? Date.now() - statSync(previous).mtimeMs : 0;
  if (ageMs < NEEDED_MS) {
    const text = `${done} The rotation is complete. ${nextStep(config)}`;
    return { text, data: { renewed: 0, reason: text } };
  }
  const text = `${done} Another rotation cannot begin while ${previous} exists: delete it, then run this again.`;
  return { text, data: { renewed: 0, reason: text }, exitCode: EXIT_CODES.data, isRefusal: true };
}

const nextStep = ({ secretKey, database }: Config): string =>
  secretKey === null
    ? `Back up the new key now. After 24 hours, delete ${previousKeyFileOf(database)}.`
    : 'After 24 hours, remove SECRET_KEY_PREVIOUS and restart the instances.';
