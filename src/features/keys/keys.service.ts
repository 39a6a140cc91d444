import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import type { Actor } from '../../core/auth/actor.js';
import { People } from '../../core/auth/people.js';
import { currentTime } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { UniqueViolation } from '../../database/failures.js';
import { Invalid, NotFound, TAKEN } from '../../http/errors/errors.js';
import type { Input } from '../../http/input/input.js';
import { checkMaxPerUser, type FullPageParams } from '../../http/pagination/full-page.js';
import type { Page } from '../../http/pagination/page.js';
import { UserViews } from '../users/user-views.service.js';
import type { FullUserView } from '../users/user.view.js';
import { UsersService } from '../users/users.service.js';
import type { CreateKeyInput, FindKeyParams } from './key.dto.js';
import { KeysRepository, type KeyRow } from './keys.repository.js';
import { parseSshPublicKey, type SshPublicKey } from './ssh-public-key.js';

const TAKEN_KEY = { fingerprint: [TAKEN], key: [TAKEN] };

@Injectable()
export class KeysService {
  constructor(
    private readonly database: Database,
    private readonly keys: KeysRepository,
    private readonly people: People,
    private readonly users: UsersService,
    private readonly views: UserViews,
    private readonly audit: AuditTrail,
  ) {}

  list(userId: number, input: Input<FullPageParams>): Promise<Page<KeyRow>> {
    return this.keys.list(userId, input.read());
  }

  /** @throws NotFound there is no such user */
  async listOf(userId: number, input: Input<FullPageParams>): Promise<Page<KeyRow>> {
    await this.people.get(userId);
    return this.list(userId, input);
  }

  async get(userId: number, id: number): Promise<KeyRow> {
    const key = await this.keys.findOfUser(userId, id);
    if (!key) throw new NotFound('Key');
    return key;
  }

  async getByFingerprint(
    input: Input<FindKeyParams>,
  ): Promise<{ key: KeyRow; owner: FullUserView }> {
    const key = await this.keys.findByFingerprint(input.read().fingerprint);
    if (!key) throw new NotFound('Key');
    return { key, owner: await this.views.full(await this.users.get(key.user_id)) };
  }

  async add(actor: Actor, userId: number, input: Input<CreateKeyInput>): Promise<KeyRow> {
    await this.requireAccount(actor, userId);
    const { title, key } = await this.read(input);
    const createdAt = currentTime();
    const { line, md5: fingerprintMd5, sha256: fingerprintSha256 } = key;
    const row = { userId, title, key: line, fingerprintMd5, fingerprintSha256, createdAt };
    try {
      const id = await this.database.lockedUnit(
        actor.scope,
        // Locks the user, so that concurrent requests count each other's keys.
        (unit) => this.people.lock(unit, userId),
        async (unit, user) => {
          if (!user) throw new NotFound('User');
          const keys = unit.withRepository(this.keys);
          const added = await keys.add(row);
          checkMaxPerUser(await keys.countOfUser(userId), 'key');
          const added_key = { id: added, title, fingerprint: key.sha256 };
          const details = { username: user.username, key: added_key };
          const subject = { type: 'user', id: userId } as const;
          await this.audit.record(unit, actor, 'key.added', subject, details);
          return added;
        },
      );
      return { id, user_id: userId, title, key_text: line, created_at: createdAt };
    } catch (error) {
      throw error instanceof UniqueViolation ? new Invalid(TAKEN_KEY) : error;
    }
  }

  async remove(actor: Actor, userId: number, id: number): Promise<KeyRow> {
    const key = await this.removeIfFound(actor, userId, id);
    if (!key) throw new NotFound('Key');
    return key;
  }

  /** Null if the user has no such key. */
  async removeIfFound(actor: Actor, userId: number, id: number): Promise<KeyRow | null> {
    await this.requireAccount(actor, userId);
    const key = await this.keys.findOfUser(userId, id);
    if (!key) return null;
    const isRemoved = await this.database.unit(actor.scope, async (unit) => {
      const user = await this.people.lock(unit, userId);
      if (!(await unit.withRepository(this.keys).deleteOfUser(userId, id))) return false;
      const fingerprint = parseSshPublicKey(key.key_text)?.sha256;
      const details = { username: user?.username, key: { id, title: key.title, fingerprint } };
      await this.audit.record(unit, actor, 'key.removed', { type: 'user', id: userId }, details);
      return true;
    });
    return isRemoved ? key : null;
  }

  /** @throws NotFound there is no such user */
  private async requireAccount(actor: Actor, userId: number): Promise<void> {
    actor.requireAccount(userId);
    if (userId !== actor.id) await this.people.get(userId);
  }

  /** @throws Invalid with all problems. If only the title is wrong, also reports a key that is taken. */
  private async read(input: Input<CreateKeyInput>): Promise<{ title: string; key: SshPublicKey }> {
    const { params, problems } = input.examine();
    const key = problems['key'] ? null : parseSshPublicKey(params.key);
    if (key && !problems['title']) return { title: params.title, key };
    if (key) throw new Invalid({ ...problems, ...(await this.findTaken(key)) });
    if (params.key === undefined) throw new Invalid(problems);
    throw new Invalid({ key: ['is invalid'], fingerprint: ['cannot be generated'], ...problems });
  }

  private async findTaken({ sha256 }: SshPublicKey) {
    return (await this.keys.findByFingerprint(sha256)) ? TAKEN_KEY : {};
  }
}
