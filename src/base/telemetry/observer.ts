/** What is counted besides requests and work of the database, with all reasons that it can have. */
export const REASONS = {
  /** A unit of work or a statement runs again. */
  repetition: ['conflict', 'connection_lost'],
  /** COMMIT, or a write of one statement, got no response. */
  unknown_outcome: ['commit', 'statement'],
  /** A request gets 503 because the service is too busy. */
  shedding: ['overload', 'unread_responses', 'passwords', 'directory'],
  /** A rate limit was reached: of an address, of an account, or of the notes or mails of a user. */
  limit: ['failures', 'accounts', 'notes', 'mails'],
  /** What was received has no path that a route could have, or is no request at all. */
  rejection: ['malformed', 'too_large', 'timeout'],
} as const;
export type CountedEvent = keyof typeof REASONS;
export type Reason<Event extends CountedEvent> = (typeof REASONS)[Event][number];

/**
 * What the database does for a request: `unit` is a transaction with all in it, the others are parts. `begin` waits for
 * a connection, or on the embedded database for the write lock. `lock` is a SELECT that locks rows.
 */
export type WorkKind = 'read' | 'write' | 'unit' | 'begin' | 'lock' | 'statement' | 'commit';

/** Metrics and the log of slow requests. Each is added once, before the service starts. */
interface Observer {
  count?(event: CountedEvent, reason: string): void;
  /**
   * Runs the work, and returns or throws what it does.
   *
   * @param sql undefined for `unit`, `begin` and `commit`
   */
  around?<Result>(
    kind: WorkKind,
    sql: string | undefined,
    run: () => Promise<Result>,
  ): Promise<Result>;
}

const observers: Observer[] = [];

/** Observers see all services of the process. Returns what removes the observer. */
export function addObserver(observer: Observer): () => void {
  observers.push(observer);
  return () => {
    observers.splice(observers.indexOf(observer), 1);
  };
}

export function count<Event extends CountedEvent>(event: Event, reason: Reason<Event>): void {
  for (const observer of observers) observer.count?.(event, reason);
}

/** Runs a piece of work of the database. */
export function observed<Result>(
  kind: WorkKind,
  sql: string | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  let wrapped = run;
  for (const observer of observers) {
    const inner = wrapped;
    wrapped = () => observer.around?.(kind, sql, inner) ?? inner();
  }
  return wrapped();
}
