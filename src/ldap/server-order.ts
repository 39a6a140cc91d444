/** After this time a session tries the first server of the settings again. */
const RETRY_MS = 60_000;

/** Remembers which server of a directory answered last. Otherwise every sign-in would wait for a server that is down. */
export class ServerOrder {
  private preferred: string;
  private retryAt = 0;

  /**
   * @param urls in the order of the settings, at least one
   * @param now milliseconds
   */
  constructor(
    private readonly urls: readonly string[],
    private readonly now = () => performance.now(),
  ) {
    this.preferred = urls[0] ?? '';
  }

  /** The server that answered last, then the others. */
  get current(): string[] {
    return [this.preferred, ...this.urls.filter((url) => url !== this.preferred)];
  }

  /** Like `current`. Once a minute, one call starts with the first server of the settings. */
  forSession(): string[] {
    const [first] = this.urls;
    if (first === undefined || first === this.preferred || this.now() < this.retryAt)
      return this.current;
    // Only one session waits for this server: the others know one that answers.
    this.retryAt = this.now() + RETRY_MS;
    return [first, ...this.current.filter((url) => url !== first)];
  }

  /**
   * @param before the first of `current` when the attempt began. If this server answers, it stays only if no later
   *   attempt has replaced it: a slow bind must not undo a return to the first server.
   */
  answered(url: string, before = this.preferred): void {
    if (url === before || url === this.preferred) return;
    this.preferred = url;
    this.retryAt = this.now() + RETRY_MS;
  }
}
