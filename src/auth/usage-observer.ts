/** Learns which users authenticate. Declared here for the guard; `directory-sync/` provides it. */
export abstract class UsageObserver {
  /** Must return at once: the request waits. */
  abstract used(userId: number): void;
}
