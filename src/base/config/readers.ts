import { isIP } from 'node:net';

/** Parses the text of a variable. `expected` describes valid values in error messages and documents. */
export interface Reader<T> {
  expected: string;
  /** True if error messages must not repeat the value. */
  isConfidential?: true;
  read(text: string): T;
}

/** The message completes a sentence that starts with the variable's name. It never contains a secret. */
export class InvalidSetting extends Error {}

export function integer(min: number, max: number): Reader<number> {
  return reader(`a whole number from ${min} to ${max}`, (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    return value >= min && value <= max ? value : undefined;
  });
}

export function choice<T extends string>(...choices: T[]): Reader<T> {
  return reader(`one of ${choices.join(', ')}`, (text) => choices.find((one) => one === text));
}

export const onOrOff: Reader<boolean> = reader('on or off', (text) =>
  text === 'on' ? true : text === 'off' ? false : undefined,
);

/** Counts code points. Rejects surrounding white space: a stray newline in a secret is hard to find later. */
export function secret(min: number, max: number): Reader<string> {
  return confidential(
    `${min} to ${max} characters, without surrounding white space or control characters`,
    (text) => {
      const length = Array.from(text).length;
      return length >= min && length <= max && text === text.trim() && !/\p{Cc}/u.test(text);
    },
  );
}

export const privateToken: Reader<string> = confidential(
  '20 to 255 letters, digits, - and _',
  (text) => /^[A-Za-z0-9_-]{20,255}$/.test(text),
);

export const hostName: Reader<string> = reader(
  'an address or a host name, without a port',
  (text) => {
    const named = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text) && !/^[\d.]+$/.test(text);
    return named || isPlainAddress(text) ? text : undefined;
  },
);

/** A name that is shown to people. */
export const singleLine: Reader<string> = reader('one line of at most 255 characters', (text) =>
  text.length <= 255 && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) ? text : undefined,
);

export const username: Reader<string> = reader(
  'a username of letters, digits, _, - and ., that does not start with - or end with ., .git or .atom',
  (text) =>
    /^(?!-)[A-Za-z0-9_.-]{1,255}$/.test(text) && !/\.(git|atom)?$/i.test(text) ? text : undefined,
);

export const emailAddress: Reader<string> = reader('an e-mail address', (text) => {
  const address = text.trim().toLowerCase();
  return isEmailAddress(address) ? address : undefined;
});

export const sender: Reader<string> = reader(
  'an e-mail address, alone or as Name <address>',
  (text) => {
    const address = /^[^<>,;\p{Cc}]*<([^<>,;]+)>$/u.exec(text)?.[1] ?? text;
    return isEmailAddress(address) && !/[<>,;]/.test(address) ? text : undefined;
  },
);

/** Returns the URL without a trailing slash, because paths are appended to it. */
export const baseUrl: Reader<string> = reader(
  'an absolute http or https URL without user, query or fragment',
  (text) => {
    const url = parseUrl(text);
    if (!url || !/^https?:\/\/[^/]/i.test(text) || /[?#\\]/.test(text)) return undefined;
    return url.username || url.password
      ? undefined
      : (url.origin + url.pathname).replace(/\/+$/, '');
  },
);

export const smtpUrl: Reader<string> = confidential(
  'smtp://user:password@host:port or smtps://..., special characters in user and password percent-encoded',
  (text) => {
    const url = /^smtps?:\/\//.test(text) ? parseUrl(text) : undefined;
    if (!url?.hostname || !/^\/?$/.test(url.pathname) || url.hash) return false;
    return !/%(?![0-9a-f]{2})/i.test(text);
  },
);

export const redisUrl: Reader<string> = confidential(
  'redis://user:password@host:port/database or rediss://... (with TLS), special characters in user and password percent-encoded',
  (text) => {
    const url = /^rediss?:\/\//.test(text) ? parseUrl(text) : undefined;
    if (!url?.hostname || !/^(\/\d*)?$/.test(url.pathname) || url.search || url.hash) return false;
    return !/%(?![0-9a-f]{2})/i.test(text);
  },
);

export const origins: Reader<'*' | string[]> = {
  expected:
    '* or origins such as https://example.com or http://localhost:* (any port), separated by commas',
  read(text) {
    return text.trim() === '*' ? '*' : listOf(origin, this.expected).read(text);
  },
};

export const proxies: Reader<string[]> = listOf((item) => {
  const [, address, bits = '1'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(item) ?? ['', ''];
  const isInRange = +bits >= 1 && +bits <= (isIP(address) === 4 ? 32 : 128);
  return isPlainAddress(address) && isInRange ? item : undefined;
}, 'addresses or CIDR ranges such as 10.0.0.0/8, separated by commas');

/** `parse` returns undefined for invalid text. */
export function reader<T>(expected: string, parse: (text: string) => T | undefined): Reader<T> {
  return {
    expected,
    read(text) {
      const value = parse(text);
      if (value === undefined)
        throw new InvalidSetting(`must be ${expected}, not ${JSON.stringify(text)}`);
      return value;
    },
  };
}

export function parseUrl(text: string): URL | undefined {
  return !/[\s\p{Cc}]/u.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

/** Like `reader`, but the message does not repeat the value. */
function confidential(expected: string, accepts: (text: string) => boolean): Reader<string> {
  return {
    expected,
    isConfidential: true,
    read(text) {
      if (!accepts(text)) throw new InvalidSetting(`must be ${expected}`);
      return text;
    },
  };
}

function listOf(parse: (item: string) => string | undefined, expected: string): Reader<string[]> {
  const items = (text: string) => text.split(',').map((item) => item.trim());
  const item = reader(expected, parse);
  return {
    expected,
    read: (text) => (text.trim() === '' ? [] : items(text).map((one) => item.read(one))),
  };
}

const ANY_PORT = /:\*$/;

function origin(item: string): string | undefined {
  const text = item.replace(ANY_PORT, '');
  const url = parseUrl(text);
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (!isOrigin || /[/?#\\]$|\*/.test(text)) return undefined;
  if (!ANY_PORT.test(item)) return url.origin;
  return url.port === '' ? `${url.origin}:*` : undefined;
}

function isPlainAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}

function isEmailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(text);
}
