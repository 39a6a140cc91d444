import type { CountedRows, OrderedRows, Position } from '../database/listing.js';
import { contributedProjects } from './contributed-projects.js';
import type { EventQuery } from './event-query.js';
import type { EventSource, EventSourcesRepository } from './event-sources.repository.js';
import {
  WINDOW,
  type EventRow,
  type EventsRepository,
  type RecentCount,
} from './events.repository.js';

/** The fewest events that are read from a source at once. */
const MIN_READ = 50;

/** Projects whose sources are found by one statement. */
const PROJECTS_AT_ONCE = 500;

/** A source with the events that are read but not used yet. */
interface OpenSource {
  source: EventSource;
  /** Where the next event is, at the earliest. */
  next: Position;
  events: Position[];
  mayHaveMore: boolean;
}

/**
 * The events of a user that the viewer can see. Nearly always, the first `WINDOW` events of the user fill the page. If
 * most of them are hidden, the page is merged from sources, so that the cost does not depend on the hidden events.
 */
export class VisibleEvents implements OrderedRows<EventRow> {
  private recentCount?: Promise<RecentCount>;
  private fromStart?: Promise<EventSource[]>;

  constructor(
    private readonly events: EventsRepository,
    private readonly sources: EventSourcesRepository,
    private readonly query: EventQuery,
  ) {}

  async countedFromOffset(
    offset: number,
    limit: number,
    cap: number,
  ): Promise<CountedRows<EventRow>> {
    let found: (EventRow & Position)[] | undefined;
    const total = await this.events.cappedCount(this.query, cap, async () => {
      const { rows, count } = await this.events.findRecentCounted(this.query, offset, limit);
      found = rows;
      if (count) this.recentCount = Promise.resolve(count);
      return this.countUpTo(cap + 1);
    });
    const rows = found ?? (await this.events.findRecent(this.query, offset, limit));
    return { rows: await this.filled(rows, offset, limit), total };
  }

  async countUpTo(limit: number): Promise<number> {
    const { examined, total } = await this.countRecent();
    if (examined <= WINDOW) return Math.min(total, limit);
    const groups = new Map<string, [EventSource, ...EventSource[]]>();
    for (const source of await this.sourcesFromStart()) {
      const key = `${source.audience} ${source.action ?? ''} ${source.subject_type ?? ''}`;
      const group = groups.get(key);
      if (group) group.push(source);
      else groups.set(key, [source]);
    }
    let count = 0;
    for (const group of groups.values())
      if (count < limit) count += await this.sources.countEvents(this.query, group, limit - count);
    return count;
  }

  async fromOffset(offset: number, limit: number): Promise<(EventRow & Position)[]> {
    return this.filled(await this.events.findRecent(this.query, offset, limit), offset, limit);
  }

  async after(position: Position | null, limit: number): Promise<(EventRow & Position)[]> {
    // A cursor of another request can be before the days of this one.
    const start = this.start();
    const from = position && this.compare(start, position) > 0 ? start : position;
    const rows = await this.events.findAfter(this.query, from, limit);
    if (rows.length === limit || (await this.isShort())) return rows;
    return this.events.findByIds(await this.merge(from, limit));
  }

  /** The whole page, if the window had only these rows of it. */
  private async filled(
    rows: (EventRow & Position)[],
    offset: number,
    limit: number,
  ): Promise<(EventRow & Position)[]> {
    if (rows.length === limit || (await this.isShort())) return rows;
    const ids = await this.merge(null, offset + limit);
    return this.events.findByIds(ids.slice(offset));
  }

  private countRecent(): Promise<RecentCount> {
    return (this.recentCount ??= this.events.countRecent(this.query));
  }

  /** Whether the window contains all events of the user. */
  private async isShort(): Promise<boolean> {
    return (await this.countRecent()).examined <= WINDOW;
  }

  /** The position before all events of the days of the request. */
  private start(): Position {
    const { order, filters, values } = this.query;
    if (order === 'asc') {
      const first = filters.includes('from') ? Number(values['from']) : -Number.MAX_SAFE_INTEGER;
      return { key_time: first, key_id: -Number.MAX_SAFE_INTEGER };
    }
    const last = filters.includes('before')
      ? Number(values['before']) - 1
      : Number.MAX_SAFE_INTEGER;
    return { key_time: last, key_id: Number.MAX_SAFE_INTEGER };
  }

  /** The count and the page of a request need the same ones. */
  private sourcesFromStart(): Promise<EventSource[]> {
    return (this.fromStart ??= this.findSources(this.start()));
  }

  private async findSources({ key_time }: Position): Promise<EventSource[]> {
    const projects = await contributedProjects(this.sources, Number(this.query.values['user']));
    const found: EventSource[] = [];
    for (let n = 0; n < projects.length; n += PROJECTS_AT_ONCE) {
      const some = projects.slice(n, n + PROJECTS_AT_ONCE);
      for (const source of await this.sources.findSources(this.query, some, key_time))
        found.push(source);
    }
    return found;
  }

  /** The ids of the next events of all sources, in the order of the list. */
  private async merge(after: Position | null, limit: number): Promise<number[]> {
    const position = after ?? this.start();
    const sources = await (after ? this.findSources(after) : this.sourcesFromStart());
    const size = Math.min(limit, Math.max(MIN_READ, Math.ceil(limit / (sources.length || 1))));
    const { key_id } = this.start();
    const open = sources.map((source): OpenSource => {
      const next = { key_time: source.head, key_id };
      return { source, next, events: [], mayHaveMore: true };
    });
    open.sort((a, b) => this.compare(a.next, b.next));
    const ids: number[] = [];
    for (let first = open.shift(); first && ids.length < limit; first = open.shift()) {
      const event = first.events.shift();
      if (event) {
        ids.push(event.key_id);
        if (first.events.length === 0 && !first.mayHaveMore) continue;
      } else {
        const from = this.compare(position, first.next) > 0 ? position : first.next;
        first.events = await this.sources.findEvents(this.query, first.source, from, size);
        first.mayHaveMore = first.events.length === size;
      }
      const next = first.events[0] ?? event;
      if (!next) continue;
      first.next = next;
      open.splice(this.placeIn(open, next), 0, first);
    }
    return ids;
  }

  /** Negative if `a` comes before `b` in the list. */
  private compare(a: Position, b: Position): number {
    const difference = a.key_time - b.key_time || a.key_id - b.key_id;
    return this.query.order === 'asc' ? difference : -difference;
  }

  /** The index of the first source that continues after this position. */
  private placeIn(open: readonly OpenSource[], position: Position): number {
    let low = 0;
    for (let high = open.length; low < high;) {
      const middle = (low + high) >>> 1;
      const other = open[middle];
      if (other && this.compare(other.next, position) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
