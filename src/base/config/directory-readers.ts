import { InvalidSetting, parseUrl, reader, type Reader } from './readers.js';

export const ldapUrls: Reader<string[]> = {
  expected: 'ldap://host:port or ldaps://host:port; several are separated by commas',
  read(text) {
    return text.split(',').map((item) => {
      const url = parseUrl(item.trim());
      const isPlain = url && !url.username && !url.password && !url.search && !url.hash;
      if (
        !isPlain ||
        !/^ldaps?:$/.test(url.protocol) ||
        !url.hostname ||
        !/^\/?$/.test(url.pathname)
      )
        throw new InvalidSetting(
          `must be ${this.expected}. User, password and base are settings of their own`,
        );
      return `${url.protocol}//${url.host}`;
    });
  },
};

/**
 * Rejects parts without a name and `=`, as in `ou=people,,dc=com`. Only the directory can tell whether a value is valid:
 * some accept more than RFC 4514.
 */
export const distinguishedName: Reader<string> = reader(
  'a DN such as ou=people,dc=example,dc=com',
  (text) => (!/\p{Cc}/u.test(text) && partsOf(text).every(hasAttribute) ? text : undefined),
);

/** The parts between commas, without what is escaped or between quotes, so that these commas do not count. */
const partsOf = (dn: string): string[] => dn.replace(/\\.|"(?:\\.|[^"\\])*"/gu, '').split(/, */);

const hasAttribute = (part: string): boolean => /^[A-Za-z\d][\w.-]*\s*=/.test(part);

/** Checks the parentheses only. The rest is checked where the LDAP library is loaded, when the service connects. */
export const searchFilter: Reader<string> = {
  expected: 'a search filter such as (objectClass=person)',
  read(text) {
    let depth = 0;
    for (let index = 0; index < text.length; index++) {
      if (text[index] === '(') depth++;
      if (text[index] === ')') depth--;
      if (depth === 0 && index < text.length - 1) depth = -Infinity;
    }
    if (depth !== 0 || !text.includes('='))
      throw new InvalidSetting(
        `must be ${this.expected}, in parentheses, not ${JSON.stringify(text)}`,
      );
    return text;
  },
};

export const attributeName: Reader<string> = reader('the name of an attribute', (text) =>
  /^[A-Za-z][A-Za-z0-9-]*$/.test(text) ? text : undefined,
);
