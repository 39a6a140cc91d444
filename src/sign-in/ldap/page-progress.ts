import type { Entry } from 'ldapts';
import { endless } from './directory-errors.js';

/** Active Directory sends pages without entries while it searches, but not nearly as many in a row. */
const MAX_EMPTY_PAGES = 1_000;

/**
 * Notices that the pages of a search have no end, as when a server or a proxy returns the cookie that it was sent. A
 * server may return the same cookie with other entries: 389 Directory Server does.
 */
export class PageProgress {
  /** The first DNs of all pages. */
  private readonly beginnings = new Set<string>();
  private emptyPages = 0;

  /** @throws Incomplete */
  require(entries: readonly Entry[], sent: Buffer, returned: Buffer): void {
    const [first] = entries;
    if (first === undefined) {
      this.emptyPages++;
      const isStuck = sent.length > 0 && returned.equals(sent);
      if (isStuck || this.emptyPages > MAX_EMPTY_PAGES) throw endless();
      return;
    }
    this.emptyPages = 0;
    if (this.beginnings.has(first.dn)) throw endless();
    this.beginnings.add(first.dn);
  }
}
