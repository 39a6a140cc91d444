import { emojiOfName } from '../../features/awards/emoji.js';
import { GHOST, usernameKey, usernameProblem } from '../../features/users/user-name.js';
import { isPartOfWord, letterAt, letterBefore } from './words.js';

/** A part of a text. With `href` it is a link. */
interface TextPart {
  text: string;
  href?: string;
  /** The key of the username, if the part is a link to a user. */
  usernameKey?: string;
}

/**
 * `@name`, `#1`, `!1`, or shortcodes such as `:tada:` with nothing between them. All repetitions are bounded, or cannot
 * overlap with a second attempt, so that the time is linear in the length of the text.
 */
const REFERENCE =
  /@(?<user>[\w.][\w.-]{0,254})|(?<kind>[#!])(?<iid>\d{1,10})|(?<shortcodes>(?::[\w+-]{1,100}:)+)/g;

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
  let end = beside.before.length;
  const last = end + text.length;
  const references = new RegExp(REFERENCE);
  references.lastIndex = end;
  for (let match = references.exec(all); match; match = references.exec(all)) {
    const [whole] = match;
    if (match.index >= last) break;
    const part = match.index + whole.length > last ? null : toPart(match, root, project);
    if (part) {
      if (match.index > end) parts.push({ text: all.slice(end, match.index) });
      parts.push(part);
      end = match.index + (part.usernameKey === undefined ? whole : part.text).length;
    } else if (whole.startsWith(':')) {
      // The last colon may begin a shortcode.
      references.lastIndex--;
    }
  }
  if (end < last) parts.push({ text: all.slice(end, last) });
  return parts;
}

/** Null if the text only looks like a reference. */
function toPart(
  { 0: whole, index, input, groups = {} }: RegExpExecArray,
  root: string,
  project: string,
): TextPart | null {
  const { user, kind, iid, shortcodes } = groups;
  const end = index + whole.length;
  if (shortcodes !== undefined) {
    const touches = letterBefore(input, index) + letterAt(input, end);
    const emoji = shortcodes.slice(1, -1).split('::').map(emojiOfName);
    const isText = touches !== '' || isColon(input, index - 1) || isColon(input, end);
    return isText || emoji.includes(null) ? null : { text: emoji.join('') };
  }
  // After these characters, it is part of a name, a URL, an address or an HTML entity.
  if ((user === undefined ? '_/&' : '_/@.-').includes(input.charAt(index - 1) || ' ')) return null;
  if (isPartOfWord(letterBefore(input, index)) || isPartOfWord(letterAt(input, end))) return null;
  if (user !== undefined) return mention(withoutEnd(user), root);
  if (input.charAt(end) === '_') return null;
  const folder = kind === '#' ? 'issues' : 'merge_requests';
  return { text: whole, href: `${project}/${folder}/${iid}` };
}

function mention(name: string, root: string): TextPart | null {
  if (usernameProblem(name) !== null && name !== GHOST) return null;
  return { text: `@${name}`, href: `${root}/${name}`, usernameKey: usernameKey(name) };
}

const isColon = (text: string, at: number): boolean => text.charAt(at) === ':';

/** Not a regular expression: its time would be quadratic for a long run of punctuation before a letter. */
function withoutEnd(text: string): string {
  let { length } = text;
  while (text.charAt(length - 1) === '.') length--;
  return text.slice(0, length);
}
