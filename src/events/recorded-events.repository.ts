import type { EventRecorder, EventSubject, NewEvent } from '../activity/event-recorder.js';
import { AUDIENCE, Audience, Visibility } from '../auth/visibility.js';
import { nextBatch, rowById, updateBatch } from '../database/batches.js';
import { FeatureRepository } from '../database/feature-repository.js';
import { statement } from '../database/statement.js';
import type { Unit } from '../database/unit.js';
import type { Event } from './event.entity.js';

/** Exported for bench/limit. */
export const INSERT_EVENT = statement(
  `INSERT INTO events (author_id, project_id, action, subject_type, subject_id, note_id, data, created_at, audience)
   VALUES (:author, :project, :action, :subject_type, :subject_id, :note, :data, :created_at, :audience)`,
);

const BATCH = 500;
const OF_SUBJECT = 'subject_type = :type AND subject_id = :id';
const SHOW = updateBatch(
  'events',
  `audience = ${Audience.everyone}`,
  `${OF_SUBJECT} AND audience > ${Audience.everyone}`,
);
const HIDE = updateBatch(
  'events',
  `audience = ${AUDIENCE}`,
  `${OF_SUBJECT} AND audience = ${Audience.everyone}`,
);
const RESTRICT = statement(`UPDATE events SET audience = ${AUDIENCE} WHERE id = :event`);

/** Subjects whose visibility can change, if not everyone can see them. */
const RESTRICTED = {
  Issue: rowById('issues', 'confidential = 1'),
  Snippet: rowById('snippets', `visibility_level < ${Visibility.public}`),
};

/** Writes events, and who can see them. */
export class RecordedEventsRepository extends FeatureRepository<Event> implements EventRecorder {
  /** Returns the id. */
  record(unit: Unit, event: NewEvent): Promise<number> {
    return unit.insert(INSERT_EVENT, {
      author: event.authorId,
      project: event.projectId,
      action: event.action,
      subject_type: event.subject?.type ?? null,
      subject_id: event.subject?.id ?? null,
      note: event.noteId ?? null,
      data: event.data ?? null,
      created_at: event.createdAt,
      audience: lastingAudience(event),
    });
  }

  async restrict(unit: Unit, event: number): Promise<void> {
    await unit.write(RESTRICT, { event });
  }

  async showRest(unit: Unit, subject: EventSubject): Promise<void> {
    while (await this.showBatch(unit, subject));
  }

  /** Lets lists find some of the subject's events for everyone. False after the last batch. */
  async showBatch(unit: Unit, { type, id }: EventSubject): Promise<boolean> {
    const { ids, count, isFull } = await nextBatch(unit, SHOW, { type, id }, BATCH);
    if (count > 0) await unit.write(SHOW.write, { type, id, ids });
    return isFull;
  }

  /**
   * Sets the audience of some events, if not everyone can see the subject. Locks the subject, so that it stays restricted
   * until the batch is written. False after the last batch.
   */
  async hideBatch(unit: Unit, { type, id }: EventSubject): Promise<boolean> {
    if (type === 'MergeRequest') return false;
    const [restricted] = await unit.lock(RESTRICTED[type], { id });
    if (!restricted) return false;
    const { ids, count, isFull } = await nextBatch(unit, HIDE, { type, id }, BATCH);
    if (count > 0) await unit.write(HIDE.write, { type, id, ids });
    return isFull;
  }
}

/** The audience as far as it cannot change. */
function lastingAudience({ action, subject }: NewEvent): number {
  if (action === 'joined' || action === 'left') return Audience.membership;
  return subject?.type === 'MergeRequest' ? Audience.mergeRequest : Audience.everyone;
}
