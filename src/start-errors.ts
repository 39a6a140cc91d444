import { ConfigError } from './config/config.js';
import { NewerDatabase } from './database/migrate.js';

/** Why the service does not start: a sentence where the operator can mend it, else the whole error. */
export function explain(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof NewerDatabase) return error.message;
  const { code, port, sqlMessage, message } = error as NodeJS.ErrnoException & {
    port?: number;
    sqlMessage?: string;
  };
  if (code === 'EADDRINUSE') return `The port ${String(port)} is taken: choose another PORT.`;
  if (code === 'EACCES') return `It may not be done: ${message}`;
  if (sqlMessage) return `The database refuses: ${sqlMessage}. Check DATABASE_URL.`;
  if (code && AWAY.has(code)) {
    return `The database does not answer (${code}): start it, or correct DATABASE_URL.`;
  }
  return error;
}

const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH']);
