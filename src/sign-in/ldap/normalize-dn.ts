import { exceedsRawLength } from '../../http/input/text-length.js';
import { comparableText } from './comparable-text.js';

/** Characters of the DN of a user. */
export const MAX_DN = 512;

/** Names of attributes with more than one name, and their numbers (RFC 4514, section 3, and RFC 4519). */
const SHORT_NAMES: Record<string, string> = {
  ...{ commonname: 'cn', '2.5.4.3': 'cn', surname: 'sn', '2.5.4.4': 'sn' },
  ...{ countryname: 'c', '2.5.4.6': 'c', localityname: 'l', '2.5.4.7': 'l' },
  ...{ stateorprovincename: 'st', '2.5.4.8': 'st', streetaddress: 'street', '2.5.4.9': 'street' },
  ...{ organizationname: 'o', '2.5.4.10': 'o', organizationalunitname: 'ou', '2.5.4.11': 'ou' },
  ...{ domaincomponent: 'dc', '0.9.2342.19200300.100.1.25': 'dc' },
  ...{ userid: 'uid', '0.9.2342.19200300.100.1.1': 'uid' },
};
/** Up to the next separator that is neither escaped nor between quotes. */
const PART = /((?:\\[^]|"(?:\\[^]|[^"\\])*"|[^\\",;+])*)([,;+]|$)/y;
const ESCAPED = /((?:\\[\da-f]{2})+)|\\([^])/gi;
/** A value in hexadecimal: the type of a string, and its length in one byte. */
const HEX_STRING = /^#(?:04|0c|13|16)[0-7][\da-f]((?:[\da-f]{2})*)$/i;

const utf8 = new TextDecoder('utf8', { fatal: true, ignoreBOM: true });

/**
 * A key to compare DNs, however they are written: with other escapes, attribute names, letter case, blanks or order of
 * the parts of one name. Nearly all attributes in DNs compare like this (RFC 4518). For the others, two entries can
 * have the same key, so the directory is asked before a user gets an account or a right. A DN that is too long for a
 * user is compared as plain text.
 */
export function normalizeDn(dn: string): string {
  const names = namesOf(dn);
  return names?.map((parts) => parts.sort().join('+')).join(',') ?? `invalid ${dn}`;
}

/** Whether the first name of the DN, which names the entry, has this value. */
export function isNamedBy(dn: string, attribute: string, value: string): boolean {
  const part = `${normalizeType(attribute)}=${escapeText(value)}`;
  return namesOf(dn)?.[0]?.includes(part) ?? false;
}

/** The parts of each name; null if the DN is too long or not valid. */
function namesOf(dn: string): string[][] | null {
  if (exceedsRawLength(dn, MAX_DN)) return null;
  const names: string[][] = [[]];
  PART.lastIndex = 0;
  for (;;) {
    const [, part, separator] = PART.exec(dn) ?? [];
    if (part === undefined) return null;
    names.at(-1)?.push(normalizePart(part));
    if (separator === '') return names;
    if (separator !== '+') names.push([]);
  }
}

/** Whether the entry is the base, or below it. */
export function isBelow(dn: string, base: string): boolean {
  const [entry, top] = [normalizeDn(dn), normalizeDn(base)];
  return entry === top || entry.endsWith(`,${top}`);
}

function normalizePart(part: string): string {
  const end = part.indexOf('=');
  const type = normalizeType(part.slice(0, Math.max(end, 0)));
  return `${type}=${normalizeValue(part.slice(end + 1).trim())}`;
}

function normalizeType(name: string): string {
  const type = name
    .trim()
    .toLowerCase()
    .replace(/^oid\./, '');
  return SHORT_NAMES[type] ?? type;
}

function normalizeValue(value: string): string {
  const hex = HEX_STRING.exec(value)?.[1];
  return escapeText(hex === undefined ? unescape(value) : decode(hex, value));
}

const escapeText = (text: string): string => comparableText(text).replace(/[\\,+]/g, '\\$&');

const unescape = (value: string): string =>
  value
    .replace(/^"([^]*)"$/, '$1')
    .replace(ESCAPED, (escaped, bytes?: string, character?: string) =>
      bytes === undefined ? String(character) : decode(bytes.replaceAll('\\', ''), escaped),
    );

/** @param otherwise for bytes that are no text */
function decode(hex: string, otherwise: string): string {
  try {
    return utf8.decode(Buffer.from(hex, 'hex'));
  } catch {
    return otherwise;
  }
}
