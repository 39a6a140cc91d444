import { emojiOfName } from '../../features/awards/emoji.js';
import { GHOST, usernameProblem } from '../../features/users/user-name.js';

/** A part of a text. With `href` it is a link. */
interface TextPart {
  text: string;
  href?: string;
}

/**
 * `@name`, `#1`, `!1` or `:emoji:`. All repetitions are bounded, or cannot overlap with a second attempt, so that
 * the time is linear in the length of the text.
 */
const REFERENCE =
  /(?<![\w/@.-])@(?<user>[\w.][\w.-]{0,254})|(?<![\w/&])(?<kind>[#!])(?<iid>\d{1,10})\b|:(?<emoji>[\w+-]{1,100}):/g;

/**
 * Finds what a text refers to: users, issues and merge requests become links, names of emoji become emoji.
 *
 * @param root path prefix of the links to users
 * @param project path of the project's page, which `#1` and `!1` refer to
 */
export function splitReferences(text: string, root: string, project: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(REFERENCE)) {
    const part = toPart(match.groups ?? {}, match[0], root, project);
    if (!part) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push(part);
    end = match.index + (part.consumed ?? match[0].length);
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** Null if the text only looks like a reference. */
function toPart(
  { user, kind, iid, emoji }: Record<string, string | undefined>,
  whole: string,
  root: string,
  project: string,
): (TextPart & { consumed?: number }) | null {
  if (user !== undefined) {
    const name = withoutEnd(user);
    if (usernameProblem(name) !== null && name !== GHOST) return null;
    return { text: `@${name}`, href: `${root}/${name}`, consumed: name.length + 1 };
  }
  if (iid !== undefined) {
    const folder = kind === '#' ? 'issues' : 'merge_requests';
    return { text: whole, href: `${project}/${folder}/${iid}` };
  }
  const found = emoji === undefined ? null : emojiOfName(emoji);
  return found === null ? null : { text: found };
}

/** Not a regular expression: its time would be quadratic for a long run of punctuation before a letter. */
function withoutEnd(text: string): string {
  let { length } = text;
  while (text.charAt(length - 1) === '.') length--;
  return text.slice(0, length);
}
