import { NOTEABLE_NAMES } from '../activity/noteable.js';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import { Database, type Unit } from '../database/database.js';
import { UniqueViolation } from '../database/failures.js';
import { Conflict, Forbidden, NotFound, TAKEN } from '../http/errors/errors.js';
import type { Input } from '../http/input/input.js';
import type { Page, PageParams } from '../http/pagination/page.js';
import { paginate } from '../http/pagination/paginate.js';
import { NOTE_ALONE, NOTEABLE } from '../notes/note.queries.js';
import type { GiveAwardParams } from './award.dto.js';
import { AWARD, AWARDS, GIVE, WITHDRAW, type AwardRow } from './awards.repository.js';
import type { SeenAwardable } from '../award-emoji/awardables.service.js';

const THUMBS = new Set(['thumbsup', 'thumbsdown']);

/** Thumbs are votes: nobody votes for or against what is his own. */
export const isOwnVote = (actor: Actor, { author_id }: { author_id: number }, name: string) =>
  author_id === actor.id && THUMBS.has(name);

/** Awards to anything that can have some. That the actor may see it is settled before. */
@Injectable()
export class AwardsService {
  constructor(private readonly database: Database) {}

  list(awardable: SeenAwardable, input: Input<PageParams>): Promise<Page<AwardRow>> {
    return paginate(AWARDS.rows(this.database, 'asc', to(awardable)), input.read());
  }

  async get(awardable: SeenAwardable, id: number): Promise<AwardRow> {
    const award = await this.database.row(AWARD, { award: id, ...to(awardable) });
    if (!award) throw new NotFound('Award Emoji');
    return award;
  }

  async create(
    actor: Actor,
    awardable: SeenAwardable,
    input: Input<GiveAwardParams>,
  ): Promise<AwardRow> {
    const { name } = input.read();
    if (isOwnVote(actor, awardable, name)) throw new Forbidden();
    return this.give(actor, awardable, name);
  }

  /** @throws Conflict when the actor has given this emoji already */
  async give(actor: Actor, awardable: SeenAwardable, name: string): Promise<AwardRow> {
    const { person } = actor;
    const now = Date.now();
    const values = { name, user: person.id, now, ...to(awardable) };
    try {
      const id = await this.database.unit(async (unit) => {
        await hold(unit, awardable);
        return unit.insert(GIVE, values);
      });
      return {
        id,
        name,
        created_at: now,
        updated_at: now,
        awardable_id: awardable.id,
        awardable_type: awardable.type,
        user_id: person.id,
        user_name: person.name,
        user_username: person.username,
        user_state: person.state,
      };
    } catch (error) {
      throw error instanceof UniqueViolation ? new Conflict({ name: [TAKEN] }) : error;
    }
  }

  async withdraw(actor: Actor, awardable: SeenAwardable, id: number): Promise<AwardRow> {
    const award = await this.get(awardable, id);
    if (award.user_id !== actor.id && !actor.isAdmin) throw new Forbidden();
    const withdrawn = await this.database.unit((unit) => unit.write(WITHDRAW, { award: id }));
    if (withdrawn === 0) throw new NotFound('Award Emoji');
    return award;
  }
}

const to = ({ type, id }: SeenAwardable) => ({ awardable_type: type, awardable_id: id });

/**
 * Keeps an awardable from being deleted until the award is there, which no foreign key sees to. A note
 * goes by itself or with its noteable: both are held, in the order of a removal.
 */
async function hold(unit: Unit, { type, id, noteable }: SeenAwardable): Promise<void> {
  const [there] = await unit.lock(NOTEABLE[noteable.type], { id: noteable.id });
  if (!there) throw new NotFound(NOTEABLE_NAMES[noteable.type]);
  if (type !== 'Note') return;
  const [note] = await unit.lock(NOTE_ALONE, { note: id });
  if (!note) throw new NotFound('Note');
}
