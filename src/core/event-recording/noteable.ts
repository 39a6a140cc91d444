import type { ResourceName } from '../../http/errors/errors.js';

/** What notes and awards are written on, as `noteable_type` has it. */
export type NoteableType = 'Issue' | 'Snippet' | 'MergeRequest';

/** The names in 404 messages. */
export const NOTEABLE_NAMES: Record<NoteableType, ResourceName> = {
  Issue: 'Issue',
  Snippet: 'Snippet',
  MergeRequest: 'Merge Request',
};

export interface Noteable {
  type: NoteableType;
  id: number;
  project_id: number;
}
