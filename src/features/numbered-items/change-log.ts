import { Injectable } from '@nestjs/common';
import { EventRecorder, type EventAction } from '../../core/event-recording/event-recorder.js';
import type { Noteable } from '../../core/event-recording/noteable.js';
import { SystemNotes } from '../../core/event-recording/system-notes.js';
import type { Person } from '../../core/auth/actor.js';
import { currentTime } from '../../database/clock.js';
import type { Unit } from '../../database/database.js';
import type { LabelChanges } from './labels.repository.js';

/** The fields of an issue or a merge request whose changes are announced. */
interface Announced {
  title: string;
  state: string;
}

interface Change {
  authorId: number;
  noteable: Noteable;
  before: Announced & { assignee_id: number | null };
  after: Partial<Announced>;
  /** Undefined if the change does not name one. */
  assignee: Person | null | undefined;
  /** Null if they stay as they are. */
  labels: LabelChanges | null;
}

const ACTIONS: Record<string, EventAction> = {
  closed: 'closed',
  reopened: 'opened',
  merged: 'accepted',
};

/** Announces changes of issues and merge requests. */
@Injectable()
export class ChangeLog {
  constructor(
    private readonly notes: SystemNotes,
    private readonly events: EventRecorder,
  ) {}

  /** Writes system notes for a new title, assignee, labels and state, and an event for a new state. */
  async announce(unit: Unit, change: Change): Promise<void> {
    const { authorId, noteable, before, assignee, labels } = change;
    const { title = before.title, state = before.state } = change.after;
    const note = (body: string) => this.notes.write(unit, noteable, authorId, body);
    if (title !== before.title)
      await note(`changed title from **${before.title}** to **${title}**`);
    if (assignee && assignee.id !== before.assignee_id)
      await note(`assigned to @${assignee.username}`);
    if (labels) await note(labelsNote(labels));
    const action = ACTIONS[state];
    if (state === before.state || !action) return;
    await note(state);
    await this.events.record(unit, {
      authorId,
      projectId: noteable.project_id,
      action,
      subject: noteable,
      createdAt: currentTime(),
    });
  }
}

const reference = (name: string) => (/\s/.test(name) ? `~"${name}"` : `~${name}`);

/** `added ~a ~b labels`, `removed ~c label`, or `added ~a and removed ~b labels`. */
function labelsNote({ added, removed }: LabelChanges): string {
  const all = [added, removed].filter(({ length }) => length > 0);
  const parts = all.map((names) => {
    const verb = names === added ? 'added' : 'removed';
    return `${verb} ${names.map(reference).join(' ')}`;
  });
  return `${parts.join(' and ')} ${added.length + removed.length === 1 ? 'label' : 'labels'}`;
}
