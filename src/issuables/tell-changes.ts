import type { Noteable } from '../activity/noteable.js';
import type { EventAction } from '../activity/event-recorder.js';
import type { Unit } from '../database/database.js';
import { recordEvent } from '../events/record-event.js';
import { addSystemNote } from '../notes/system-note.js';
import { PERSON } from '../users/user.queries.js';

/** What of an issue or a merge request is told when it changes. */
export interface Told {
  title: string;
  state: string;
  assigneeId: number | null;
}

/** The columns of a change; what is absent stays. */
export interface Changes {
  title?: string;
  state?: string;
  assigneeId?: number | null;
}

const ACTIONS: Record<string, EventAction> = {
  closed: 'closed',
  reopened: 'opened',
  merged: 'accepted',
};

/** Whether anything is other than the row has it: who says again what is so changes nothing. */
export const changesAnything = (changes: object, row: object): boolean =>
  Object.entries(changes).some(
    ([column, value]) => stored(value) !== (row as Record<string, unknown>)[column],
  );

const stored = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value);

/** Writes the system notes and the event of what really changed, in the same unit as the change. */
export async function tellChanges(
  unit: Unit,
  authorId: number,
  noteable: Noteable,
  before: Told,
  { title = before.title, state = before.state, assigneeId = before.assigneeId }: Changes,
): Promise<void> {
  const tell = (body: string) => addSystemNote(unit, noteable, authorId, body);
  if (title !== before.title) await tell(`changed title from **${before.title}** to **${title}**`);
  if (assigneeId !== before.assigneeId) {
    const assignee = assigneeId && (await unit.row(PERSON, { user: assigneeId }));
    if (assignee) await tell(`assigned to @${assignee.username}`);
  }
  const action = ACTIONS[state];
  if (state === before.state || !action) return;
  await tell(state);
  await recordEvent(unit, {
    authorId,
    projectId: noteable.project_id,
    action,
    subject: noteable,
    createdAt: Date.now(),
  });
}
