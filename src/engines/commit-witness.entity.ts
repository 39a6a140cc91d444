import { Column, Entity } from 'typeorm';
import { PrimaryId } from '../database/columns.js';

/** Exists if and only if the transaction that wrote it was committed. See `mysql-settlement.ts`. */
@Entity('commit_witnesses')
export class CommitWitness {
  @PrimaryId() id!: number;
  /** The server can use an id again after a crash. */
  @Column('varchar', { length: 16 }) token!: string;
}
