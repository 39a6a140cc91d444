import { FilterParser, type Filter } from 'ldapts';

const decoder = new TextDecoder('utf8', { fatal: true });

/**
 * Reads a filter of the settings.
 *
 * @throws Error it is not a filter
 */
export function parseFilter(text: string): Filter {
  // The library takes each byte in hexadecimal for a character: `\c3\a4` would be two letters instead of ä.
  const bytes = /(?:\\[89a-f][0-9a-f])+/gi;
  const decode = (run: string) => decoder.decode(Buffer.from(run.replaceAll('\\', ''), 'hex'));
  return FilterParser.parseString(text.replace(bytes, decode));
}
