import { Injectable } from '@nestjs/common';
import type { Person } from '../../core/auth/actor.js';
import type { Unit } from '../../database/database.js';
import type { Letter } from './mail-transport.service.js';
import type { OutboxRow } from './outbox.repository.js';

/**
 * Writes the text of a mail when it is sent. If the text has a link, the unit of work stores the digest of its secret.
 * Returns null if the mail is not needed any more.
 *
 * @param person the user of the mail, locked
 */
export type LetterWriter = (
  unit: Unit,
  person: Person,
  mail: Pick<OutboxRow, 'email_id' | 'recipient'>,
) => Promise<Letter | null>;

/** Each feature that sends mails registers here who writes them. */
@Injectable()
export class LetterWriters {
  private readonly writers = new Map<string, LetterWriter>();

  register(kind: string, writer: LetterWriter): void {
    this.writers.set(kind, writer);
  }

  /** Undefined for a kind that only a newer version of the program knows. */
  of(kind: string): LetterWriter | undefined {
    return this.writers.get(kind);
  }
}
