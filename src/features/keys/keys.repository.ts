import { FeatureRepository } from '../../database/feature-repository.js';
import { Listing } from '../../database/listing.js';
import { statement } from '../../database/statement.js';
import type { OwnedRows } from '../../core/deletion/deletion-registry.js';
import type { Page, PageParams } from '../../http/pagination/page.js';
import { paginate } from '../../http/pagination/paginate.js';
import type { Key } from './key.entity.js';

export interface KeyRow {
  id: number;
  user_id: number;
  title: string;
  key_text: string;
  created_at: number;
}

export interface FingerprintRow {
  key_text: string;
  fingerprint_sha256: string;
}

const COLUMNS = 'k.id, k.user_id, k.title, k.key_text, k.created_at';
const key = (condition: string) =>
  statement<KeyRow>(`SELECT ${COLUMNS} FROM ssh_keys k WHERE ${condition}`);

const KEYS = new Listing<KeyRow>({
  table: 'ssh_keys k',
  where: 'k.user_id = :user',
  columns: COLUMNS,
});
const KEY = key('k.id = :id AND k.user_id = :user');
const KEY_BY_SHA256 = key('k.fingerprint_sha256 = :fingerprint');
/** An attacker can create a second key with the same MD5 fingerprint. The older key stays the result. */
const KEY_BY_MD5 = key('k.fingerprint_md5 = :fingerprint ORDER BY k.created_at, k.id LIMIT 1');
const FINGERPRINTS = statement<FingerprintRow>(
  `SELECT key_text, fingerprint_sha256 FROM ssh_keys WHERE user_id = :user
   ORDER BY created_at DESC, id DESC`,
);
/** One row with null if the user has no keys. */
const LINES = statement<{ key_text: string | null }>(
  `SELECT k.key_text FROM users u LEFT JOIN ssh_keys k ON k.user_id = u.id
   WHERE u.username_key = :username AND u.state = 'active' ORDER BY k.created_at DESC, k.id DESC`,
);

export class KeysRepository extends FeatureRepository<Key> {
  static readonly owned: readonly OwnedRows[] = [
    { table: 'ssh_keys', of: { User: 'user_id IN (:owners...)' } },
  ];

  /** Newest first. */
  list(userId: number, params: PageParams): Promise<Page<KeyRow>> {
    return paginate(KEYS.rows(this.database, 'desc', { user: userId }), params);
  }

  /** Null if the user has no such key. */
  findOfUser(userId: number, id: number): Promise<KeyRow | null> {
    return this.statements.row(KEY, { user: userId, id });
  }

  /** @param fingerprint `SHA256:...`, or MD5 as `aa:bb:...` */
  findByFingerprint(fingerprint: string): Promise<KeyRow | null> {
    const query = fingerprint.startsWith('SHA256:') ? KEY_BY_SHA256 : KEY_BY_MD5;
    return this.statements.row(query, { fingerprint });
  }

  /** The fingerprints of all keys of a user, newest key first. */
  fingerprints(userId: number): Promise<FingerprintRow[]> {
    return this.statements.rows(FINGERPRINTS, { user: userId });
  }

  /** All keys of an active user, newest first. Null if there is no such user. */
  async linesOfActiveUser(usernameKey: string): Promise<string[] | null> {
    const rows = await this.statements.rows(LINES, { username: usernameKey });
    return rows.length > 0 ? rows.flatMap(({ key_text }) => key_text ?? []) : null;
  }

  /** Returns the id. In a unit of work. */
  add(key: Omit<Key, 'id'>): Promise<number> {
    return this.insertRow(key);
  }

  /** In a unit of work. */
  countOfUser(userId: number): Promise<number> {
    return this.countBy({ userId });
  }

  /** False if the user has no such key. In a unit of work. */
  async deleteOfUser(userId: number, id: number): Promise<boolean> {
    const { affected } = await this.delete({ id, userId });
    return affected === 1;
  }
}
