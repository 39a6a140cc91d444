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

  answered(url: string): void {
    if (url === this.preferred) return;
    this.preferred = url;
    this.retryAt = this.now() + RETRY_MS;
  }
}
