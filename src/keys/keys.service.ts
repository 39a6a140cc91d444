import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { UniqueViolation } from '../database/failures.js';
import { Invalid, NotFound, TAKEN } from '../http/errors/errors.js';
import type { Input } from '../http/input/input.js';
import type { FullPageParams, Page } from '../http/pagination/page.js';
import { paginate } from '../http/pagination/paginate.js';
import { PERSON } from '../users/user.queries.js';
import type { CreateKeyParams, FindKeyParams } from './key.dto.js';
import {
  COUNT_KEYS,
  DELETE_KEY,
  INSERT_KEY,
  KEY,
  KEY_BY_MD5,
  KEY_BY_SHA256,
  KEYS,
  type KeyRow,
} from './key.queries.js';
import { parseSshPublicKey, type SshPublicKey } from './ssh-public-key.js';

const MAX_KEYS = 100;
const TAKEN_KEY = { fingerprint: [TAKEN], key: [TAKEN] };

/** Whose keys it is about: the actor, or whom an administrator names. */
interface Owner {
  id: number;
}

@Injectable()
export class KeysService {
  constructor(private readonly database: Database) {}

  list({ id: user }: Owner, input: Input<FullPageParams>): Promise<Page<KeyRow>> {
    return paginate(KEYS.rows(this.database, 'desc', { user }), input.read());
  }

  async get(owner: Owner, id: number): Promise<KeyRow> {
    const key = await this.find(owner, id);
    if (!key) throw new NotFound('Key');
    return key;
  }

  async getByFingerprint(input: Input<FindKeyParams>): Promise<KeyRow> {
    const { fingerprint } = input.read();
    const query = fingerprint.startsWith('SHA256:') ? KEY_BY_SHA256 : KEY_BY_MD5;
    const key = await this.database.row(query, { fingerprint });
    if (!key) throw new NotFound('Key');
    return key;
  }

  async add({ id: user }: Owner, input: Input<CreateKeyParams>): Promise<KeyRow> {
    const { title, key } = await this.read(input);
    const row = { user_id: user, title, key_text: key.line, created_at: Date.now() };
    const { md5, sha256 } = key;
    try {
      const id = await this.database.unit(async (unit) => {
        // Locked: of two keys added at once, the second counts the first.
        if (!(await unit.lock(PERSON, { user }))[0]) throw new NotFound('User');
        const inserted = await unit.insert(INSERT_KEY, { ...row, user, md5, sha256 });
        const count = await unit.row(COUNT_KEYS, { user });
        if ((count?.total ?? 0) > MAX_KEYS)
          throw new Invalid({ key: [`is one too many (maximum is ${MAX_KEYS} keys)`] });
        return inserted;
      });
      return { id, ...row };
    } catch (error) {
      throw error instanceof UniqueViolation ? new Invalid(TAKEN_KEY) : error;
    }
  }

  async remove(owner: Owner, id: number): Promise<KeyRow> {
    const key = await this.removeIfThere(owner, id);
    if (!key) throw new NotFound('Key');
    return key;
  }

  /** Null when it is gone already, or somebody else's. */
  async removeIfThere(owner: Owner, id: number): Promise<KeyRow | null> {
    const key = await this.find(owner, id);
    if (!key) return null;
    const values = { id, user: owner.id };
    const removed = await this.database.unit((unit) => unit.write(DELETE_KEY, values));
    return removed === 0 ? null : key;
  }

  private find({ id: user }: Owner, id: number): Promise<KeyRow | null> {
    return this.database.row(KEY, { id, user });
  }

  /** @throws Invalid with everything that is wrong, then also that somebody has the key */
  private async read(input: Input<CreateKeyParams>): Promise<{ title: string; key: SshPublicKey }> {
    const { params, problems } = input.examine();
    const key = problems['key'] ? null : parseSshPublicKey(params.key);
    if (key && !problems['title']) return { title: params.title, key };
    if (key) throw new Invalid({ ...problems, ...(await this.findTaken(key)) });
    if (params.key === undefined) throw new Invalid(problems);
    throw new Invalid({ key: ['is invalid'], fingerprint: ['cannot be generated'], ...problems });
  }

  private async findTaken({ sha256 }: SshPublicKey) {
    const taken = await this.database.row(KEY_BY_SHA256, { fingerprint: sha256 });
    return taken ? TAKEN_KEY : {};
  }
}
