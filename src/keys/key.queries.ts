import { statement } from '../database/statement.js';
import { Listing } from '../database/listing.js';

export interface KeyRow {
  id: number;
  user_id: number;
  title: string;
  key_text: string;
  created_at: number;
}

const COLUMNS = 'k.id, k.user_id, k.title, k.key_text, k.created_at';
const key = (condition: string) =>
  statement<KeyRow>(`SELECT ${COLUMNS} FROM ssh_keys k WHERE ${condition}`);

export const KEYS = new Listing<KeyRow>({
  table: 'ssh_keys k',
  where: 'k.user_id = :user',
  columns: COLUMNS,
});

/** A key is found only under its owner. */
export const KEY = key('k.id = :id AND k.user_id = :user');
export const KEY_BY_SHA256 = key('k.fingerprint_sha256 = :fingerprint');
/** Two keys of one MD5 can be made on purpose: the older one answers, whoever comes later. */
export const KEY_BY_MD5 = key(
  'k.fingerprint_md5 = :fingerprint ORDER BY k.created_at, k.id LIMIT 1',
);

export const KEY_LINES = statement<{ key_text: string }>(
  'SELECT key_text FROM ssh_keys WHERE user_id = :user ORDER BY created_at DESC, id DESC',
);
export const COUNT_KEYS = statement<{ total: number }>(
  'SELECT COUNT(*) AS total FROM ssh_keys WHERE user_id = :user',
);
export const INSERT_KEY = statement(
  `INSERT INTO ssh_keys (user_id, title, key_text, fingerprint_md5, fingerprint_sha256, created_at)
   VALUES (:user, :title, :key_text, :md5, :sha256, :created_at)`,
);
export const DELETE_KEY = statement('DELETE FROM ssh_keys WHERE id = :id AND user_id = :user');
