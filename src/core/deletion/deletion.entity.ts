import { Column, Entity, Index } from 'typeorm';
import { IdColumn, PrimaryId, TimestampColumn } from '../../database/columns.js';
import type { Kind } from './deletion-registry.js';

/** A marked row that has to be deleted with everything that belongs to it. */
@Entity('deletions')
@Index('deletions_root', ['kind', 'rootId'], { unique: true })
export class Deletion {
  @PrimaryId() id!: number;
  @Column('varchar', { length: 20 }) kind!: Kind;
  @IdColumn({ name: 'root_id' }) rootId!: number;
  /** Of a user: who becomes the author of the content. If null, the content is deleted too. */
  @IdColumn({ name: 'ghost_id', nullable: true }) ghostId!: number | null;
  @TimestampColumn({ name: 'created_at' }) createdAt!: number;
}
