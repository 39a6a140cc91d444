import { domainToUnicode } from 'node:url';

/**
 * A text of the search index in all forms in which people look for it. A domain with other than ASCII letters is stored
 * in its ASCII form, such as `xn--bcher-kva.example`, and also found as people read it: `bücher.example`.
 */
export function searchForms(text: string): string[] {
  const start = text.indexOf('@') + 1;
  const domain = text.slice(start);
  if (start === 0 || !/(^|\.)xn--/.test(domain)) return [text];
  // Empty if a part is no valid encoding.
  const readable = domainToUnicode(domain);
  return readable === '' || readable === domain ? [text] : [text, text.slice(0, start) + readable];
}
