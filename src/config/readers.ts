import { isIP } from 'node:net';

/** Turns the text of a variable into its value; `expected` is what messages and the documents say. */
export interface Reader<T> {
  expected: string;
  read(text: string): T;
}

/** What is wrong, as the end of a sentence that begins with the variable's name. Never shows a secret. */
export class Unreadable extends Error {}

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

/** Lengths count code points. A stray line end around a secret would be a riddle later. */
export function secret(min: number, max: number): Reader<string> {
  return confidential(
    `${min} to ${max} characters, without white space around them or control characters`,
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

export const username: Reader<string> = reader(
  'a username: letters, digits, _ - and ., no - first, no . or .git or .atom last',
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

/** The base others are appended to: no trailing slash. */
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

export const origins: Reader<'*' | string[]> = {
  expected: '* or origins such as https://example.com, separated by commas',
  read(text) {
    return text.trim() === '*' ? '*' : listOf(origin, this.expected).read(text);
  },
};

export const proxies: Reader<string[]> = listOf((item) => {
  const [, address, bits = '1'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(item) ?? ['', ''];
  const isInRange = +bits >= 1 && +bits <= (isIP(address) === 4 ? 32 : 128);
  return isPlainAddress(address) && isInRange ? item : undefined;
}, 'addresses or CIDR ranges such as 10.0.0.0/8, separated by commas');

/** `find` answers undefined for what it cannot take. */
function reader<T>(expected: string, find: (text: string) => T | undefined): Reader<T> {
  return {
    expected,
    read(text) {
      const value = find(text);
      if (value === undefined)
        throw new Unreadable(`must be ${expected}, not ${JSON.stringify(text)}`);
      return value;
    },
  };
}

export function parseUrl(text: string): URL | undefined {
  return !/[\s\p{Cc}]/u.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

/** The message does not repeat the value. */
function confidential(expected: string, accepts: (text: string) => boolean): Reader<string> {
  return {
    expected,
    read(text) {
      if (!accepts(text)) throw new Unreadable(`must be ${expected}`);
      return text;
    },
  };
}

function listOf(find: (item: string) => string | undefined, expected: string): Reader<string[]> {
  const items = (text: string) => text.split(',').map((item) => item.trim());
  const item = reader(expected, find);
  return {
    expected,
    read: (text) => (text.trim() === '' ? [] : items(text).map((one) => item.read(one))),
  };
}

function origin(item: string): string | undefined {
  const url = parseUrl(item);
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  return isOrigin && !/[/?#\\]$/.test(item) ? url.origin : undefined;
}

function isPlainAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}

function isEmailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(text);
}
