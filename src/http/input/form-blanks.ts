const PLUS = 0x2b;
const BLANK = 0x20;

/**
 * Replaces each `+` of a form by a blank, in names and values. Changes the given buffer.
 *
 * Works on bytes: `replaceAll` on a text of 8 MiB of `+` takes two seconds and more than 300 MiB. In UTF-8, no other
 * character contains the byte of `+`.
 */
export function plusToBlank(body: Buffer): Buffer {
  const first = body.indexOf(PLUS);
  if (first < 0) return body;
  for (let at = first; at < body.length; at += 1) if (body[at] === PLUS) body[at] = BLANK;
  return body;
}
