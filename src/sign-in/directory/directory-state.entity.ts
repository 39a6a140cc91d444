import { Column, Entity, Index } from 'typeorm';
import { LongTextColumn, PrimaryId } from '../../database/columns.js';

/** What instances share about the directory: who synchronizes, and how the last run ended. */
@Entity('directories')
@Index('directories_provider', ['provider'], { unique: true })
export class DirectoryState {
  @PrimaryId() id!: number;
  @Column('varchar', { length: 64 }) provider!: string;
  /** The run that synchronizes; empty if none does. */
  @Column('varchar', { name: 'lease_owner', length: 36 }) leaseOwner!: string;
  /** Its holder counts up. A count that stands still is an abandoned lease. */
  @Column('int', { name: 'lease_renewals' }) leaseRenewals!: number;
  /** The summary of the last run as JSON; null before the first. */
  @LongTextColumn({ name: 'last_run', nullable: true }) lastRun!: string | null;
}
