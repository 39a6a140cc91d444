import { claim } from '../../database/claims.js';
import { FeatureRepository } from '../../database/feature-repository.js';
import { Listing } from '../../database/listing.js';
import { columns, type Row } from '../../database/rows.js';
import { statement, type Statement } from '../../database/statement.js';
import type { OwnedRows } from '../../core/deletion/deletion-registry.js';
import type { Page, PageParams } from '../../http/pagination/page.js';
import { paginate } from '../../http/pagination/paginate.js';
import { shownId } from '../users/users.repository.js';
import { AwardEmoji, type AwardableType } from './award-emoji.entity.js';

/** An award with the user who gave it. */
export type AwardRow = Row<AwardEmoji> & {
  user_name: string;
  user_username: string;
  user_state: string;
};

/** What an award is given to. */
export interface AwardableKey {
  type: AwardableType;
  id: number;
}

const COLUMNS = `${columns(AwardEmoji, 'w', ['userId'])},
  ${shownId('u')} AS user_id, u.name AS user_name, u.username AS user_username, u.state AS user_state`;
const JOIN_GIVER = 'JOIN users u ON u.id = w.user_id';
const ON_AWARDABLE = 'w.awardable_type = :awardable_type AND w.awardable_id = :awardable_id';

const AWARDS = new Listing<AwardRow>({
  table: 'award_emoji w',
  where: ON_AWARDABLE,
  joins: JOIN_GIVER,
  columns: COLUMNS,
});
const AWARD = statement<AwardRow>(
  `SELECT ${COLUMNS} FROM award_emoji w ${JOIN_GIVER} WHERE w.id = :award AND ${ON_AWARDABLE}`,
);

/** No foreign key keeps what an award is given to. */
const CLAIM: Record<AwardableType, Statement> = {
  Issue: claim('issues', 'id = :id'),
  Snippet: claim('snippets', 'id = :id'),
  MergeRequest: claim('merge_requests', 'id = :id'),
  Note: claim('notes', 'id = :id'),
};

/** The name of one award. */
export interface AwardNameRow {
  awardable_type: AwardableType;
  awardable_id: number;
  name: string;
}

/** Awards of one awardable that `listNames` reads. */
export const MAX_AWARD_NAMES = 100;
/** Notes of a conversation that `listNames` can read awards of. */
const MAX_AWARDED_NOTES = 20;

const oldestNames = (awardable: string) =>
  `SELECT awardable_type, awardable_id, name FROM award_emoji WHERE ${awardable}
    ORDER BY created_at, id LIMIT ${MAX_AWARD_NAMES}`;
/** A part for each awardable, because a limit for all of them together would hide the awards of some. */
const AWARD_NAMES = statement<AwardNameRow>(
  [
    'awardable_type = :awardable_type AND awardable_id = :awardable_id',
    ...Array.from(
      { length: MAX_AWARDED_NOTES },
      (_, n) => `awardable_type = 'Note' AND awardable_id = :note${n}`,
    ),
  ]
    .map((awardable, n) => `SELECT * FROM (${oldestNames(awardable)}) w${n}`)
    .join(' UNION ALL '),
);

export class AwardsRepository extends FeatureRepository<AwardEmoji> {
  static readonly owned: readonly OwnedRows[] = [
    {
      table: 'award_emoji',
      of: {
        User: 'user_id IN (:owners...)',
        Issue: "awardable_type = 'Issue' AND awardable_id IN (:owners...)",
        Snippet: "awardable_type = 'Snippet' AND awardable_id IN (:owners...)",
        MergeRequest: "awardable_type = 'MergeRequest' AND awardable_id IN (:owners...)",
        Note: "awardable_type = 'Note' AND awardable_id IN (:owners...)",
      },
    },
  ];

  /** Oldest first. */
  list(awardable: AwardableKey, params: PageParams): Promise<Page<AwardRow>> {
    return paginate(AWARDS.rows(this.database, 'asc', valuesOf(awardable)), params);
  }

  /** The oldest awards of something and of each of its notes, up to `MAX_AWARD_NAMES` of each. */
  listNames(awardable: AwardableKey, notes: readonly number[]): Promise<AwardNameRow[]> {
    const ids = Array.from({ length: MAX_AWARDED_NOTES }, (_, n) => [`note${n}`, notes[n] ?? 0]);
    return this.statements.rows(AWARD_NAMES, {
      ...valuesOf(awardable),
      ...(Object.fromEntries(ids) as Record<string, number>),
    });
  }

  /** Null if the award was given to something else. */
  findOn(awardable: AwardableKey, id: number): Promise<AwardRow | null> {
    return this.statements.row(AWARD, { award: id, ...valuesOf(awardable) });
  }

  /**
   * In a cluster: nobody deletes it while it gets an award. Before the checks of the rights, which lock some of these rows
   * shared.
   */
  claim({ type, id }: AwardableKey): Promise<void> {
    return this.unit.claim(CLAIM[type], { id });
  }

  /** Returns the id. The unique index rejects a second award with the same name by the same user. */
  add(award: Omit<AwardEmoji, 'id'>): Promise<number> {
    return this.insertRow(award);
  }

  /** False if the award was already gone. */
  async withdraw(id: number): Promise<boolean> {
    return Boolean((await this.delete({ id })).affected);
  }
}

const valuesOf = ({ type, id }: AwardableKey) => ({ awardable_type: type, awardable_id: id });
