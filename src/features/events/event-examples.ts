import type { ExampleChanges } from '../../http/routing/operation.js';
import { PushDataView } from './event.view.js';

const OF_PROJECT = { target_id: null, target_type: null, target_title: null, note: undefined };

export const PUSHED: ExampleChanges = {
  ...OF_PROJECT,
  action_name: 'pushed to',
  data: PushDataView,
};

/** By name: the fields in which an example differs from the event of a new note, the example of `EventView`. */
export const EVENT_EXAMPLES: Record<string, ExampleChanges> = {
  Note: {},
  Issue: { action_name: 'opened', target_type: 'Issue', note: undefined },
  Project: { ...OF_PROJECT, action_name: 'created' },
  Push: PUSHED,
};
