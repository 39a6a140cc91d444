import type { INestApplicationContext } from '@nestjs/common';
import { CannotStart } from '../../base/config/cannot-start.js';
import { readConfig, type Config } from '../../base/config/config.js';
import { loadEnvironment } from '../../base/config/environment.js';
import { EXIT_CODES } from '../../base/config/exit-code.js';
import { ENGINE } from '../../database/database.js';
import type { Engine } from '../../database/engine.js';
import { checkDatabase, type CheckedDatabase } from '../../database/engines/check-database.js';
import { readContent, type StoredContent } from './stored-content.repository.js';
import { connectionProblem } from '../../database/engines/connection-problem.js';
import type { Schema } from '../../database/engines/schema.js';
import { DatabaseUnavailable, OutcomeUnknown } from '../../database/failures.js';
import { ApiError, Unavailable, type Message } from '../../http/errors/errors.js';

/** See `CommandOptions.partlyStored`. */
export const STORED_IN_STEPS = 'What the command changed before that is stored: try again later.';

/** Connects to the database, without listening. */
export type CreateApp = (config: Config) => Promise<INestApplicationContext>;

export interface ServiceParts {
  createApp: CreateApp;
  loadSchema: () => Promise<Schema>;
}

/** What a command prints: a sentence, or with `--json` the data. */
export interface Report {
  text: string;
  data: object;
  /** 0 if it is absent. */
  exitCode?: number;
}

export interface CommandOptions {
  json?: boolean;
  /** False if the command neither reads nor writes tokens: it then runs although the key is lost. */
  usesKey?: boolean;
  /**
   * For a command that does not store all its changes at once: what is stored if the database stops responding, and what
   * to do next.
   */
  partlyStored?: string;
}

/**
 * Runs a command with the parts of the service, beside a running one or alone. Returns the exit code.
 *
 * @throws CannotStart the database needs a start first: commands do not migrate it, nor create its first administrator
 */
export async function withService(
  { createApp, loadSchema }: ServiceParts,
  { json = false, usesKey = true, partlyStored }: CommandOptions,
  work: (app: INestApplicationContext) => Promise<Report>,
): Promise<number> {
  const config = readConfig(loadEnvironment());
  requireReady(await checkDatabase(config.database, await loadSchema(), readContent));
  const app = await createApp({ ...quietly(config), usesKey });
  try {
    const { text, data, exitCode = 0 } = await work(app);
    console.log(json ? JSON.stringify(data) : text);
    return exitCode;
  } catch (error) {
    const problem = (await damageOf(error, app, config)) ?? problemOf(error, partlyStored);
    if (problem === null) throw error;
    console.error(problem.text);
    return problem.exitCode;
  } finally {
    await app.close();
  }
}

/** @throws CannotStart the database needs a start first */
function requireReady({ pending, content }: CheckedDatabase<StoredContent>): void {
  if (pending > 0 || !content?.hasUsers)
    throw new CannotStart(
      'The database is not ready for this command: start the service once. It creates or migrates the tables, and creates the first administrator.',
    );
}

interface Problem {
  text: string;
  exitCode: number;
}

/** What only the operator can change about the database, so that trying again does not help. Null for other errors. */
async function damageOf(
  error: unknown,
  app: INestApplicationContext,
  { database }: Config,
): Promise<Problem | null> {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error;
  const { kind } = app.get<Engine>(ENGINE, { strict: false }).classify(cause);
  if (kind !== 'corrupt' && kind !== 'full' && kind !== 'read-only') return null;
  const problem = await connectionProblem(cause, database);
  if (!(problem instanceof CannotStart)) return null;
  return { text: problem.message, exitCode: EXIT_CODES.unavailable };
}

/** Null for a defect of the program. */
function problemOf(error: unknown, partlyStored?: string): Problem | null {
  if (error instanceof OutcomeUnknown)
    return {
      text: 'The database stopped responding, and the change may have happened or not: check before you try again.',
      exitCode: EXIT_CODES.temporary,
    };
  if (error instanceof DatabaseUnavailable || error instanceof Unavailable)
    return {
      text:
        partlyStored === undefined
          ? 'The database does not respond, and nothing was changed: try again later.'
          : `The database stopped responding. ${partlyStored}`,
      exitCode: EXIT_CODES.temporary,
    };
  if (!(error instanceof ApiError)) return null;
  return { text: sentenceOf(error.wire), exitCode: EXIT_CODES.data };
}

/** The command writes its own messages, and leaves mails, deletions and other background work to the service. */
export const quietly = (config: Config): Config => ({
  ...config,
  logLevel: 'silent',
  runsBackgroundWork: false,
});

/** A message of the API, for people. */
function sentenceOf(wire: Message): string {
  if (typeof wire === 'string') return wire.replace(/^\d{3} (Forbidden {2}- )?/, '');
  return Object.entries(wire)
    .flatMap(([field, problems]) => problems.map((problem) => `${field} ${problem}`))
    .join('\n');
}
