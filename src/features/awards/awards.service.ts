import { Injectable } from '@nestjs/common';
import type { SubjectType } from '../../core/audit/audit-actions.js';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import type { Actor } from '../../core/auth/actor.js';
import { currentTime } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { UniqueViolation } from '../../database/failures.js';
import type { Unit } from '../../database/unit.js';
import { Conflict, Forbidden, NotFound, TAKEN } from '../../http/errors/errors.js';
import type { Input } from '../../http/input/input.js';
import type { Page, PageParams } from '../../http/pagination/page.js';
import { Lifecycle } from '../../core/lifecycle/lifecycle.js';
import type { GiveAwardInput } from './award.dto.js';
import type { AwardableType } from './award-emoji.entity.js';
import { AwardsRepository, type AwardableKey, type AwardRow } from './awards.repository.js';

/** An issue, snippet, merge request or note that the actor may see. */
export interface Awardable extends AwardableKey {
  author_id: number;
  project_id: number;
  /**
   * Keeps a note from being deleted until the unit ends: no foreign key does. The checks of the rights keep noteables.
   *
   * @throws NotFound it was deleted concurrently
   */
  lock?(unit: Unit): Promise<void>;
}

/** The names of awardables in the audit trail. */
const SUBJECT_TYPES: Record<AwardableType, SubjectType> = {
  Issue: 'issue',
  Snippet: 'snippet',
  MergeRequest: 'merge_request',
  Note: 'note',
};

const VOTES = new Set(['thumbsup', 'thumbsdown']);

/** Nobody can vote for or against their own content. */
export const isOwnVote = (actor: Actor, { author_id }: { author_id: number }, name: string) =>
  author_id === actor.id && VOTES.has(name);

/** Awards on anything that can have some. The caller has checked that the actor may see it. */
@Injectable()
export class AwardsService {
  constructor(
    private readonly database: Database,
    private readonly awards: AwardsRepository,
    private readonly audit: AuditTrail,
    private readonly lifecycle: Lifecycle,
  ) {}

  list(awardable: Awardable, input: Input<PageParams>): Promise<Page<AwardRow>> {
    return this.awards.list(awardable, input.read());
  }

  async get(awardable: Awardable, id: number): Promise<AwardRow> {
    const award = await this.awards.findOn(awardable, id);
    if (!award) throw new NotFound('Award Emoji');
    return award;
  }

  async create(
    actor: Actor,
    awardable: Awardable,
    input: Input<GiveAwardInput>,
  ): Promise<AwardRow> {
    const { name } = input.read();
    if (isOwnVote(actor, awardable, name)) throw new Forbidden();
    return this.give(actor, awardable, name);
  }

  /** @throws Conflict the user has already given this emoji */
  async give(actor: Actor, awardable: Awardable, name: string): Promise<AwardRow> {
    const { person, scope } = actor;
    const { type, id: awardableId } = awardable;
    const now = currentTime();
    try {
      const claim = (unit: Unit) => unit.withRepository(this.awards).claim(awardable);
      const id = await this.database.lockedUnit(scope, claim, async (unit) => {
        await awardable.lock?.(unit);
        const added = await unit.withRepository(this.awards).add({
          name,
          userId: person.id,
          awardableType: type,
          awardableId,
          createdAt: now,
          updatedAt: now,
        });
        const award = { id: added, name, user_id: person.id };
        const subject = { type: SUBJECT_TYPES[type], id: awardableId };
        const details = { award: added, name, project: awardable.project_id };
        await this.audit.recordCreation(unit, actor, 'award.added', subject, details);
        this.announce(unit, 'given', actor, awardable, award);
        return added;
      });
      return {
        id,
        name,
        created_at: now,
        updated_at: now,
        awardable_id: awardableId,
        awardable_type: type,
        user_id: person.id,
        user_name: person.name,
        user_username: person.username,
        user_state: person.state,
      };
    } catch (error) {
      throw error instanceof UniqueViolation ? new Conflict({ name: [TAKEN] }) : error;
    }
  }

  async withdraw(actor: Actor, awardable: Awardable, id: number): Promise<AwardRow> {
    const award = await this.get(awardable, id);
    actor.require(() => award.user_id === actor.id || actor.isAdmin);
    await this.database.unit(actor.scope, async (unit) => {
      if (!(await unit.withRepository(this.awards).withdraw(id))) throw new NotFound('Award Emoji');
      const { name, user_id, user_username: username } = award;
      const subject = { type: SUBJECT_TYPES[awardable.type], id: awardable.id };
      const details = { award: id, name, giver: { id: user_id, username } };
      await this.audit.record(unit, actor, 'award.removed', subject, details);
      this.announce(unit, 'withdrawn', actor, awardable, award);
    });
    return award;
  }

  private announce(
    unit: Unit,
    change: 'given' | 'withdrawn',
    actor: Actor,
    { type, id: awardableId }: Awardable,
    { id, name, user_id: userId }: Pick<AwardRow, 'id' | 'name' | 'user_id'>,
  ): void {
    const awardable = { type, id: awardableId };
    const payload = { id, name, userId, awardable };
    this.lifecycle.announce(unit, `forgenote.award.${change}`, actor, payload);
  }
}
