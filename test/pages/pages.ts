import type { Forge } from '../support/app.js';

export interface PageAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** A page beside the interface, for a visitor with nothing but a browser. */
export async function visit(
  { url }: Pick<Forge, 'url'>,
  path: string,
  init: RequestInit = {},
): Promise<PageAnswer> {
  const response = await fetch(url + path, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** What a browser sends. */
export const HTML = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

/** What a person reads of its content, in one line. */
export const readable = (html: string): string =>
  (/<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? html)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();

/** The text of the navigation with this label, with an arrow before the current page. */
export function navigation(html: string, label: string): string {
  const pattern = new RegExp(`<nav[^>]*aria-label="${label}">(.*?)</nav>`, 's');
  const [, inside = ''] = pattern.exec(html) ?? [];
  return readable(inside.replace(/<\w+[^>]*aria-current="page"[^>]*>/g, '→'));
}

/** The tabs of a list with their counts. */
export const tabs = (html: string): string => navigation(html, 'States');
