import type { Unit } from '../../database/unit.js';
import type { NoteableType } from './noteable.js';

export const ACTIONS = [
  ...(['created', 'opened', 'closed', 'accepted', 'commented on', 'joined', 'left'] as const),
  ...(['pushed to', 'pushed new', 'deleted'] as const),
] as const;
export type EventAction = (typeof ACTIONS)[number];

/** The issue, snippet or merge request of an event. */
export interface EventSubject {
  type: NoteableType;
  id: number;
}

export interface NewEvent {
  authorId: number;
  projectId: number;
  action: EventAction;
  /** The issue, snippet or merge request of the event, or of the event's note. */
  subject?: EventSubject;
  noteId?: number;
  /** Push data as JSON. */
  data?: string;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** Records contribution events. Declared here for the features that cause events; `features/events/` provides it. */
export abstract class EventRecorder {
  /** Adds the event to the unit of the change it describes. Returns its id. */
  abstract record(unit: Unit, event: NewEvent): Promise<number>;
}
