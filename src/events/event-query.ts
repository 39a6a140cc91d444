import type { EventAction } from '../activity/event-recorder.js';
import type { Actor } from '../auth/actor.js';
import type { Order } from '../database/listing.js';
import type { Values } from '../database/statement.js';
import type { Filter } from './event-conditions.js';

export type EventTarget = 'Issue' | 'MergeRequest' | 'Note';

/** The actions of events by their target. No other event has a note. */
const ACTIONS_ON: Record<EventTarget, readonly EventAction[]> = {
  Issue: ['opened', 'closed'],
  MergeRequest: ['opened', 'closed', 'accepted'],
  Note: ['commented on'],
};

interface EventFilters {
  action?: EventAction | undefined;
  target?: EventTarget | undefined;
  /** Milliseconds since 1970, exclusive. */
  before?: number | undefined;
  /** Milliseconds since 1970, inclusive. */
  from?: number | undefined;
}

/** A request for the events of `values.user`. */
export interface EventQuery {
  order: Order;
  filters: readonly Filter[];
  /** The actions that the filters leave. Undefined for all, without a filter by action or target. */
  actions?: readonly EventAction[];
  values: Values;
}

export function eventQuery(
  actor: Actor,
  user: number,
  { action, target, before, from }: EventFilters,
  order: Order,
): EventQuery {
  const filters: Filter[] = [];
  if (action !== undefined) filters.push('action');
  if (before !== undefined) filters.push('before');
  if (from !== undefined) filters.push('from');
  if (target !== undefined) filters.push(target);
  const given = { action: action ?? '', before: before ?? 0, from: from ?? 0 };
  const query = { order, filters, values: { user, ...given, ...actor.viewer } };
  const actions = actionsOf(action, target);
  return actions ? { ...query, actions } : query;
}

function actionsOf(action?: EventAction, target?: EventTarget): readonly EventAction[] | undefined {
  const ofTarget = target && ACTIONS_ON[target];
  if (action === undefined) return ofTarget;
  return !ofTarget || ofTarget.includes(action) ? [action] : [];
}
