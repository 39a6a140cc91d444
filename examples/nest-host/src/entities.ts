import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A user of the desk. Its user of Forgenote has the same name. */
@Entity()
export class Member {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ unique: true }) name!: string;
  /** The session cookie. A real desk would have one for each browser. */
  @Column() session!: string;
}

/** A ticket of the desk. Its comments are the notes of an issue in Forgenote. */
@Entity()
export class Ticket {
  @PrimaryGeneratedColumn() id!: number;
  @Column() subject!: string;
  @Column() issueId!: number;
  /** Counted by a listener of `forgenote.note.created`. */
  @Column({ default: 0 }) comments!: number;
}
