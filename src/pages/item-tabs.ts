import { MAX_COUNT } from '../http/pagination/page.js';
import { countText } from './page-numbers.js';
import type { PageTab } from './templates/templates.js';

/** A list of items whose states have a tab each. The default is the first one. */
export interface TabbedList {
  href: string;
  title: string;
  /** The names of the tabs, by state. */
  states: Record<string, string>;
  /** The state that is shown, or `all`. */
  shown: string;
}

/** How many items there are, by state. Null above `MAX_COUNT`. */
export type StateCounts = ReadonlyMap<string, number | null>;

/** The URL of a page of a list. Without a query it is the first page of the default tab. */
export function itemsHref({ href, states, shown }: TabbedList, page = 1): string {
  const query = new URLSearchParams();
  if (shown !== (Object.keys(states)[0] ?? shown)) query.set('state', shown);
  if (page > 1) query.set('page', String(page));
  return query.size === 0 ? href : `${href}?${query.toString()}`;
}

/** One tab for each state, and one for all. A list without states has no tabs. */
export function tabsOf(list: TabbedList, counts: StateCounts): PageTab[] {
  if (Object.keys(list.states).length === 0) return [];
  return Object.entries({ ...list.states, all: 'All' }).map(([state, text]) => ({
    text,
    href: itemsHref({ ...list, shown: state }),
    count: countText(state === 'all' ? countAll(list, counts) : (counts.get(state) ?? null)),
    isCurrent: state === list.shown,
  }));
}

/** What a page without items says. */
export function emptyText(list: TabbedList, counts: StateCounts, page: number): string {
  const items = list.title.toLowerCase();
  if (page > 1) return `No more ${items}.`;
  const state = list.states[list.shown];
  if (state === undefined || countAll(list, counts) === 0) return `No ${items} yet.`;
  return `No ${state.toLowerCase()} ${items}.`;
}

/** The tab of all shows its own count. Otherwise, it is the sum of the others. */
function countAll({ states }: TabbedList, counts: StateCounts): number | null {
  const all = counts.get('all');
  if (all !== undefined) return all;
  let sum = 0;
  for (const state of Object.keys(states)) sum += counts.get(state) ?? Infinity;
  return sum > MAX_COUNT ? null : sum;
}
