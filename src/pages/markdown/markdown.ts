import MarkdownIt from 'markdown-it';
import { splitReferences } from './references.js';
import { isSafeLink, sanitize } from './sanitize.js';
import { TextCache } from './text-cache.js';

/** Longer texts are not rendered as Markdown: that would keep the process busy. */
export const MAX_MARKDOWN = 32_768;
/** Rendered texts in memory. */
const CACHE_BYTES = 16_777_216;

/** Where a text is shown. */
export interface MarkdownPlace {
  /** Path prefix of links to users. */
  root: string;
  /** Path of the project's page. */
  project: string;
  /** Level of the text's first heading: one below the heading that the page has above the text. */
  heading: 3 | 4;
}

type Token = ReturnType<(typeof markdown)['parse']>[number];
type TokenClass = new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;

const cache = new TextCache(CACHE_BYTES);

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, breaks: true })
  // An image of another site would tell that site who reads the page. It becomes a link instead.
  .disable('image');
markdown.validateLink = isSafeLink;
markdown.core.ruler.push('pages', (state) => {
  const place = state.env as unknown as MarkdownPlace;
  const elementOf = outline(place.heading);
  let heading = '';
  for (const token of state.tokens) {
    if (token.type === 'heading_open') heading = elementOf(token.tag);
    if (token.type.startsWith('heading_')) token.tag = heading;
    if (token.attrs) moveStyleToClass(token);
    if (token.children) token.children = withReferences(token.children, place, state.Token);
  }
});

/**
 * Renders a text with at most `MAX_MARKDOWN` characters to safe HTML, or takes the HTML from the cache. Equal texts
 * share an entry, and a changed text gets a new one.
 */
export function renderMarkdown(text: string, place: MarkdownPlace): string {
  const key = `${place.heading} ${place.root} ${place.project} ${text}`;
  return cache.get(key, () => sanitize(markdown.render(text, { ...place })));
}

/**
 * Returns a function that gives each heading its element. The level is one more than the number of headings above it
 * in the outline, so that no level is left out, whatever the author wrote.
 */
function outline(first: number): (tag: string) => string {
  const above: number[] = [];
  return (tag) => {
    const level = Number(tag.slice(1));
    while ((above.at(-1) ?? 0) >= level) above.pop();
    above.push(level);
    return `h${Math.min(6, first + above.length - 1)}`;
  };
}

/** The page's policy forbids style attributes, with which the renderer aligns cells of tables. */
function moveStyleToClass(token: Token): void {
  const style = token.attrGet('style');
  if (style === null) return;
  token.attrs = [['class', String(style).replace('text-align:', '')]];
}

const LINK_RELATION = 'nofollow noopener noreferrer ugc';

function withReferences(tokens: Token[], place: MarkdownPlace, TokenOf: TokenClass): Token[] {
  let isInLink = false;
  return tokens.flatMap((token) => {
    if (token.type === 'link_open') {
      isInLink = true;
      token.attrSet('rel', LINK_RELATION);
    }
    if (token.type === 'link_close') isInLink = false;
    if (token.type !== 'text') return [token];
    const parts = splitReferences(token.content, place.root, place.project);
    return parts.flatMap(({ text, href }) => {
      const content = new TokenOf('text', '', 0);
      content.content = text;
      if (href === undefined || isInLink) return [content];
      const open = new TokenOf('link_open', 'a', 1);
      open.attrs = [
        ['href', href],
        ['rel', LINK_RELATION],
      ];
      return [open, content, new TokenOf('link_close', 'a', -1)];
    });
  });
}
