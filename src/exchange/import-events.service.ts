import { Injectable } from '@nestjs/common';
import { EventRecorder, type EventAction } from '../activity/event-recorder.js';
import { GHOST } from '../users/user-name.js';
import type { CurrentItem, ImportBatch } from './import-batch.js';
import type { LineOf } from './lines.js';

/** What the service records when it writes such a system note. */
const STATE_CHANGES = new Map<string, EventAction>([
  ['closed', 'closed'],
  ['reopened', 'opened'],
  ['merged', 'accepted'],
]);

interface ImportedEvent {
  /** A username of the file. */
  author: string;
  /** As the line has it. */
  created_at: string;
  action: EventAction;
  item?: CurrentItem | null;
  noteId?: number;
}

/** Records contribution events with the times of the lines, so that imported users keep their history. */
@Injectable()
export class ImportEvents {
  constructor(private readonly events: EventRecorder) {}

  /** The ghost has no events. */
  async record(
    batch: ImportBatch,
    { author, created_at, action, item, noteId }: ImportedEvent,
  ): Promise<void> {
    const { project } = batch.place;
    if (author === GHOST || !project) return;
    const event = await this.events.record(batch.unit, {
      authorId: batch.user(author),
      projectId: project.id,
      action,
      ...(item ? { subject: { type: item.type, id: item.id } } : {}),
      ...(noteId === undefined ? {} : { noteId }),
      createdAt: Date.parse(created_at),
    });
    if (item?.isRestricted) await this.events.restrict(batch.unit, event);
  }

  /** A system note has no event of its own, but the change that it tells of has one. */
  async recordNote(
    batch: ImportBatch,
    item: CurrentItem,
    { author, created_at, system, body }: LineOf<'note'>,
    noteId: number,
  ): Promise<void> {
    const change = STATE_CHANGES.get(body);
    if (!system)
      await this.record(batch, { author, created_at, action: 'commented on', item, noteId });
    else if (change) await this.record(batch, { author, created_at, action: change, item });
  }
}
