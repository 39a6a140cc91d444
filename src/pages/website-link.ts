import type { PageLink } from './templates/templates.js';

/** A host name with a dot, and what may follow it in a URL. */
const HOST_FIRST =
  /^[\p{L}\p{N}\p{M}_-]+(?:\.[\p{L}\p{N}\p{M}_-]+)+\.?(?::\d{1,5})?(?:[/?#]\S*)?$/u;

/** The website of a user as a link. Null if the text is no address of a website. */
export function websiteLink(website: string): PageLink | null {
  const text = website.trim();
  const address = text.replace(/^\/\//, '');
  const href = HOST_FIRST.test(address) ? `http://${address}` : text;
  return /^https?:\/\//i.test(href) && URL.canParse(href) ? { text, href } : null;
}
