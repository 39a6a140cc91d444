import { statement } from '../database/statement.js';
import { Listing } from '../database/listing.js';
import type { AwardableType } from './award-emoji.entity.js';

export interface AwardRow {
  id: number;
  name: string;
  created_at: number;
  updated_at: number;
  awardable_id: number;
  awardable_type: AwardableType;
  user_id: number;
  user_name: string;
  user_username: string;
  user_state: string;
}

const COLUMNS = `w.id, w.name, w.created_at, w.updated_at, w.awardable_id, w.awardable_type, w.user_id,
  u.name AS user_name, u.username AS user_username, u.state AS user_state`;
const JOIN_GIVER = 'JOIN users u ON u.id = w.user_id';
const TO_AWARDABLE = 'w.awardable_type = :awardable_type AND w.awardable_id = :awardable_id';

export const AWARDS = new Listing<AwardRow>({
  table: 'award_emoji w',
  where: TO_AWARDABLE,
  joins: JOIN_GIVER,
  columns: COLUMNS,
});

/** An award is found only under what it was given to. */
export const AWARD = statement<AwardRow>(
  `SELECT ${COLUMNS} FROM award_emoji w ${JOIN_GIVER} WHERE w.id = :award AND ${TO_AWARDABLE}`,
);

export const GIVE = statement(
  `INSERT INTO award_emoji (name, user_id, awardable_type, awardable_id, created_at, updated_at)
   VALUES (:name, :user, :awardable_type, :awardable_id, :now, :now)`,
);

export const WITHDRAW = statement('DELETE FROM award_emoji WHERE id = :award');
