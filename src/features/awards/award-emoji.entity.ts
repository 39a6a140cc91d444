import type { NoteableType } from '../../core/event-recording/noteable.js';
import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { IdColumn, TimestampColumn, PrimaryId } from '../../database/columns.js';
import { User } from '../users/user.entity.js';

export type AwardableType = NoteableType | 'Note';

@Entity('award_emoji')
@Index('award_emoji_once', ['awardableType', 'awardableId', 'userId', 'name'], { unique: true })
@Index('award_emoji_created', ['awardableType', 'awardableId', 'createdAt', 'id'])
@Index('award_emoji_user', ['userId'])
export class AwardEmoji {
  @PrimaryId() id!: number;
  @Column('varchar', { length: 100 }) name!: string;
  @ForeignKey(() => User, { name: 'award_emoji_user_fk' })
  @IdColumn({ name: 'user_id' })
  userId!: number;
  @Column('varchar', { name: 'awardable_type', length: 20 }) awardableType!: AwardableType;
  @IdColumn({ name: 'awardable_id' }) awardableId!: number;
  @TimestampColumn({ name: 'created_at' }) createdAt!: number;
  @TimestampColumn({ name: 'updated_at' }) updatedAt!: number;
}
