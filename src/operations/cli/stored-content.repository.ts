import type { TableReader } from '../../database/engines/pending-migrations.js';

/** What commands ask of a database before the service opens it. */
export interface StoredContent {
  /** An encrypted private token; null if there is none. */
  sealed: string | null;
  hasUsers: boolean;
}

const WAITING_MAILS = 'SELECT COUNT(*) AS mails FROM outbox_mails';
const FIRST_SEALED_TOKEN =
  "SELECT token_sealed FROM users WHERE token_sealed <> '' ORDER BY id LIMIT 1";

/** The tables may be missing. `remark` continues the sentence "The database is up to date". */
export async function readContent(
  reader: TableReader,
): Promise<StoredContent & { remark: string }> {
  const hasTable = await reader.hasTable('users');
  const [token] = hasTable ? await reader.query<{ token_sealed: string }>(FIRST_SEALED_TOKEN) : [];
  const hasUsers = hasTable && (await reader.query('SELECT id FROM users LIMIT 1')).length > 0;
  const hasOutbox = await reader.hasTable('outbox_mails');
  const [queue] = hasOutbox ? await reader.query<{ mails: number | string }>(WAITING_MAILS) : [];
  const mails = Number(queue?.mails ?? 0);
  const remark = mails === 0 ? '' : `, with mails that are not sent yet: ${mails}`;
  return { sealed: token?.token_sealed ?? null, hasUsers, remark };
}
