/** Remembers which server of the directory answered last. Otherwise every sign-in would wait for a server that is down. */
export class ServerOrder {
  /** The server that answered last, then the others. */
  current: readonly string[];

  /** @param urls in the order of the settings */
  constructor(urls: readonly string[]) {
    this.current = urls;
  }

  answered(url: string): void {
    if (url !== this.current[0])
      this.current = [url, ...this.current.filter((other) => other !== url)];
  }
}
