import MarkdownIt, { type Token } from 'markdown-it';
import { isBlank } from '../../http/input/blank-text.js';
import { showBoxes } from './boxes.js';
import type { ParserState, TokenClass } from './parser-state.js';
import { splitReferences } from './references.js';
import { isSafeLink, sanitize } from './sanitize.js';
import { urlLength } from './url-length.js';

/** Longer texts are not rendered as Markdown: that would keep the process busy. */
export const MAX_MARKDOWN = 32_768;
/** A text that may have more cells of tables is rendered without tables. */
const MAX_CELLS = 4_096;
/** Signs that may begin or end an element. Rendering takes longest for texts that consist of them. */
const MARKUP = '\n*_`~[]!<>@#:|+-';

/** Where a text is shown. */
interface MarkdownPlace {
  /** Path prefix of links to users. */
  root: string;
  /** Path of the project's page. */
  project: string;
  /** Level of the text's first heading: one below the heading that the page has above the text. */
  heading: 3 | 4;
}

/** A link to a user, an issue or a merge request in a text. */
interface Reference {
  target: string;
  /** The two ends of the link. */
  ends: readonly Token[];
}

/** A text between parsing and rendering. */
export interface ParsedText {
  /** What the text refers to: `@` and the key of a username, or `#` or `!` and a number. */
  targets: ReadonlySet<string>;
  /**
   * Renders the text to safe HTML.
   *
   * @param linked those of the targets that become links. The others stay text
   */
  toHtml: (linked: ReadonlySet<string>) => string;
}

type Environment = MarkdownPlace & { links: Reference[] };

const markdown = createRenderer();
const withoutTables = createRenderer().disable('table');

function createRenderer() {
  const renderer = new MarkdownIt({
    html: false,
    linkify: true,
    typographer: false,
    breaks: true,
  });
  renderer.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  for (const scheme of ['ftp:', 'mailto:', '//']) renderer.linkify.add(scheme, null);
  for (const scheme of ['http:', 'https:'])
    renderer.linkify.add(scheme, { validate: (text, at) => urlLength(scheme, text, at) });
  // A decoded address could look like another one.
  renderer.normalizeLinkText = (url) => url;
  renderer.validateLink = isSafeLink;
  // Afterwards, an escaped bracket is a text like any other.
  renderer.core.ruler.before('text_join', 'boxes', showBoxes);
  renderer.core.ruler.push('pages', adapt);
  const { rules } = renderer.renderer;
  rules['fence'] = rules['code_block'] = renderCode;
  // Wide tables scroll, also with the keyboard.
  rules['table_open'] = () => '<div tabindex="0"><table>\n';
  rules['table_close'] = () => '</table></div>\n';
  return renderer;
}

/** Long lines scroll, also with the keyboard. */
function renderCode(tokens: Token[], index: number): string {
  return `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>\n`;
}

/** Adapts the parsed text to its page. */
function adapt(state: ParserState): void {
  const place = state.env as Environment;
  const elementOf = outline(place.heading);
  let heading = '';
  for (const token of state.tokens) {
    if (token.type === 'heading_open') heading = elementOf(token.tag);
    if (token.type.startsWith('heading_')) token.tag = heading;
    if (token.attrs) moveStyleToClass(token);
    if (token.children) token.children = withReferences(token.children, place, state.Token);
  }
}

/** Parses a text with at most `MAX_MARKDOWN` characters. */
export function parseMarkdown(text: string, place: MarkdownPlace): ParsedText {
  const parser = maxCells(text) > MAX_CELLS ? withoutTables : markdown;
  const links: Reference[] = [];
  const environment = { ...place, links };
  const tokens = parser.parse(text, environment);
  return {
    targets: new Set(links.map(({ target }) => target)),
    toHtml: (linked) => {
      for (const { target, ends } of links)
        for (const end of ends) end.hidden = !linked.has(target);
      return sanitize(parser.renderer.render(tokens, parser.options, environment));
    },
  };
}

/** How much work it is to render a text: its signs of markup, and the lines or the cells of tables that it may have. */
export function renderingCost(text: string): number {
  let signs = 0;
  for (const sign of text) if (MARKUP.includes(sign)) signs++;
  const cells = maxCells(text);
  return signs + (cells > MAX_CELLS ? text.split('\n').length : cells);
}

/**
 * Upper bound of the cells in the tables of a text. The renderer fills up short rows, so that a short text could become
 * a table with 65,536 cells.
 */
function maxCells(text: string): number {
  let columns = 0;
  const lines = text.split('\n');
  for (const line of lines) columns = Math.max(columns, line.split('|').length);
  return columns * lines.length;
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

function withReferences(tokens: Token[], place: Environment, TokenOf: TokenClass): Token[] {
  let isInLink = false;
  let isAddress = false;
  return tokens.flatMap((token, index) => {
    if (token.type === 'link_open') {
      isInLink = true;
      isAddress = token.info === 'auto';
      token.attrSet('rel', LINK_RELATION);
      if (hasNoText(tokens, index))
        return [token, ...linked(String(token.attrGet('href')), undefined, TokenOf)];
    }
    if (token.type === 'link_close') isInLink = isAddress = false;
    if (token.type === 'image') return imageLink(token, isInLink, TokenOf);
    if (token.type !== 'text' || isAddress) return [token];
    const { root, project } = place;
    const parts = splitReferences(token.content, root, project, besideToken(tokens, index));
    return parts.flatMap(({ text, href, target }) => {
      const all = linked(text, isInLink ? undefined : href, TokenOf);
      const ends = all.filter(({ type }) => type !== 'text');
      if (target !== undefined && !isInLink) place.links.push({ target, ends });
      return all;
    });
  });
}

/** Whether a link shows nothing to click. Then it gets its address as text. */
function hasNoText(tokens: Token[], index: number): boolean {
  for (let next = tokens[++index]; next && next.type !== 'link_close'; next = tokens[++index])
    if (next.type === 'image' || !isBlank(next.content)) return false;
  return true;
}

/** Enough for a letter with its marks. */
const LETTER = 16;
/** Enough for a shortcode. */
const SHORTCODE = 128;

/** What readers see directly before and after a text: `code`, or the text in bold or in a link. */
function besideToken(tokens: Token[], index: number): { before: string; after: string } {
  const [before, after] = [visibleText(tokens, index, -1), visibleText(tokens, index, 1)];
  // Of other characters, such as a full stop, a name could seem to go on.
  const isPart = /^[\p{L}\p{N}\p{M}_:]/u.test(after);
  return {
    before: before.slice(before.endsWith(':') ? -SHORTCODE : -LETTER),
    after: isPart ? after.slice(0, after.startsWith(':') ? SHORTCODE : LETTER) : '',
  };
}

/** The content of the next token that has some, in this direction. A line break has none. */
function visibleText(tokens: Token[], index: number, step: 1 | -1): string {
  let isAddress = false;
  for (let next = tokens[(index += step)]; next; next = tokens[(index += step)]) {
    const { type, content } = next;
    isAddress ||= next.info === 'auto';
    if (content === '' && !type.endsWith('break')) continue;
    // Colons in code and in addresses are no part of a shortcode.
    const isLiteral = type !== 'text' || isAddress;
    return isLiteral && content.at(step === 1 ? 0 : -1) === ':' ? ':' : content;
  }
  return '';
}

/** An image of another site would tell that site who reads the page. A link does not. */
function imageLink(image: Token, isInLink: boolean, TokenOf: TokenClass): Token[] {
  const address = String(image.attrGet('src'));
  const tokens = linked(image.content || address, isInLink ? undefined : address, TokenOf);
  if (!isInLink) tokens[0]?.attrSet('rel', LINK_RELATION);
  return tokens;
}

function linked(text: string, href: string | undefined, TokenOf: TokenClass): Token[] {
  const content = new TokenOf('text', '', 0);
  content.content = text;
  if (href === undefined) return [content];
  const open = new TokenOf('link_open', 'a', 1);
  open.attrs = [['href', href]];
  // Links within the service need no relation.
  if (!href.startsWith('/')) open.attrSet('rel', LINK_RELATION);
  return [open, content, new TokenOf('link_close', 'a', -1)];
}
