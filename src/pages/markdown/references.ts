import { emojiOfName } from '../../features/awards/emoji.js';
import { GHOST, usernameKey, usernameProblem } from '../../features/users/user-name.js';
import { goesOnBehind, goesOnWith, letterAt, letterBefore } from './words.js';

/** A part of a text. With `href` it is a link. */
interface TextPart {
  text: string;
  href?: string;
  /** What the link leads to: `@` and the key of a username, or `#` or `!` and a number. */
  target?: string;
}

/**
 * `@name`, `#1`, `!1`, or shortcodes such as `:tada:` with nothing between them. All repetitions are bounded, or cannot
 * overlap with a second attempt, so that the time is linear in the length of the text.
 */
const REFERENCE =
  /@(?<user>[\w.][\w.-]{0,254})|(?<kind>[#!])(?<iid>[1-9]\d{0,9})|(?<shortcodes>(?::[\w+-]{1,100}:)+)/g;

/**
 * Finds what a text refers to: users, issues and merge requests become links, shortcodes become emoji.
 *
 * @param root path prefix of the links to users
 * @param project path of the project's page, which `#1` and `!1` refer to
 * @param beside what readers see directly before and after the text, such as code
 */
export function splitReferences(
  text: string,
  root: string,
  project: string,
  beside = { before: '', after: '' },
): TextPart[] {
  const parts: TextPart[] = [];
  const all = beside.before + text + beside.after;
  const first = beside.before.length;
  const last = first + text.length;
  let end = first;
  const references = new RegExp(REFERENCE);
  for (let match = references.exec(all); match; match = references.exec(all)) {
    const [whole] = match;
    if (match.index >= last) break;
    const part = toPart(match, { first, last }, root, project);
    if (part) {
      const start = Math.max(match.index, first);
      if (start > end) parts.push({ text: all.slice(end, start) });
      parts.push(part);
      end =
        part.href === undefined
          ? Math.min(match.index + whole.length, last)
          : start + part.text.length;
    } else if (whole.startsWith(':')) {
      // The last colon may begin a shortcode.
      references.lastIndex--;
    }
  }
  if (end < last) parts.push({ text: all.slice(end, last) });
  return parts;
}

/** Where the text begins and ends in what readers see. */
interface Ends {
  first: number;
  last: number;
}

/** Null if the text only looks like a reference, or if the reference is not in the text. */
function toPart(
  match: RegExpExecArray,
  ends: Ends,
  root: string,
  project: string,
): TextPart | null {
  const { 0: whole, index, input, groups = {} } = match;
  const { user, kind, iid, shortcodes } = groups;
  if (shortcodes !== undefined) return toEmoji(shortcodes, index, input, ends);
  const end = index + whole.length;
  if (index < ends.first || end > ends.last) return null;
  // After these characters, it is part of a name, a URL, an address or an HTML entity.
  if ((user === undefined ? '_/&' : '_/@.-').includes(input.charAt(index - 1) || ' ')) return null;
  if (goesOnBehind(letterBefore(input, index)) || goesOnWith(letterAt(input, end))) return null;
  if (user !== undefined) return mention(withoutEnd(user), root);
  if (input.charAt(end) === '_') return null;
  const folder = kind === '#' ? 'issues' : 'merge_requests';
  return { text: whole, href: `${project}/${folder}/${iid}`, target: whole };
}

/** Some of these adjacent shortcodes may stand beside the text, in bold for example. Those in the text become emoji. */
function toEmoji(
  shortcodes: string,
  index: number,
  input: string,
  { first, last }: Ends,
): TextPart | null {
  const end = index + shortcodes.length;
  const touches = letterBefore(input, index) + letterAt(input, end);
  if (touches !== '' || isColon(input, index - 1) || isColon(input, end)) return null;
  const inText: string[] = [];
  let start = index;
  for (const name of shortcodes.slice(1, -1).split('::')) {
    const emoji = emojiOfName(name);
    const stop = start + name.length + 2;
    const isPartly = (start < first && stop > first) || (start < last && stop > last);
    if (emoji === null || isPartly) return null;
    if (start >= first && stop <= last) inText.push(emoji);
    start = stop;
  }
  return inText.length === 0 ? null : { text: inText.join('') };
}

function mention(name: string, root: string): TextPart | null {
  if (usernameProblem(name) !== null && usernameKey(name) !== GHOST) return null;
  return { text: `@${name}`, href: `${root}/${name}`, target: `@${usernameKey(name)}` };
}

const isColon = (text: string, at: number): boolean => text.charAt(at) === ':';

/** Not a regular expression: its time would be quadratic for a long run of punctuation before a letter. */
function withoutEnd(text: string): string {
  let { length } = text;
  while (text.charAt(length - 1) === '.') length--;
  return text.slice(0, length);
}
