import { Injectable } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import { currentTime } from '../database/clock.js';
import { Database } from '../database/database.js';
import { UniqueViolation } from '../database/failures.js';
import type { Unit } from '../database/unit.js';
import { Conflict, Forbidden, NotFound, TAKEN } from '../http/errors/errors.js';
import type { Input } from '../http/input/input.js';
import type { Page, PageParams } from '../http/pagination/page.js';
import type { GiveAwardParams } from './award.dto.js';
import { AwardsRepository, type AwardableKey, type AwardRow } from './awards.repository.js';

/** An issue, snippet, merge request or note that the actor may see. */
export interface Awardable extends AwardableKey {
  author_id: number;
  /**
   * Keeps a note from being deleted until the unit ends: no foreign key does. The checks of the rights keep noteables.
   *
   * @throws NotFound it was deleted concurrently
   */
  lock?(unit: Unit): Promise<void>;
}

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
    input: Input<GiveAwardParams>,
  ): Promise<AwardRow> {
    const { name } = input.read();
    if (isOwnVote(actor, awardable, name)) throw new Forbidden();
    return this.give(actor, awardable, name);
  }

  /** @throws Conflict the user has already given this emoji */
  async give({ person, scope }: Actor, awardable: Awardable, name: string): Promise<AwardRow> {
    const { type, id: awardableId } = awardable;
    const now = currentTime();
    try {
      const id = await this.database.unit(scope, async (unit) => {
        await awardable.lock?.(unit);
        return unit.withRepository(this.awards).add({
          name,
          userId: person.id,
          awardableType: type,
          awardableId,
          createdAt: now,
          updatedAt: now,
        });
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
    const isWithdrawn = await this.database.unit(actor.scope, (unit) =>
      unit.withRepository(this.awards).withdraw(id),
    );
    if (!isWithdrawn) throw new NotFound('Award Emoji');
    return award;
  }
}
