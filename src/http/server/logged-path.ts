import { SECRET_NAMES } from '../input/secret-names.js';

/** A client has encoded the `?`, once or more often: what follows can contain passwords and secrets of links. */
const ENCODED_QUERY = /(%(?:25)*3f).*$/is;
/** Encoded once or more often, or not at all. */
const UNDERSCORE = '(?:_|%(?:25)*5f)';
/** As in `private_token[]`. The length is bounded, so that many brackets cost no quadratic time. */
const INDEX = '(?:(?:\\[|%(?:25)*5b)[^=&/]{0,64}?)?';
/** A secret in a path without any `?`. */
const SECRET = new RegExp(
  `((?:${SECRET_NAMES.join('|').replaceAll('_', UNDERSCORE)})${INDEX}(?:=|%(?:25)*3d))[^&/]*`,
  'gi',
);

/** The path of a URL, as the log and the audit trail may have it: without the query, a fragment, a host or a secret. */
export const loggedPath = (url: string): string =>
  url
    .replace(/[?#].*$/s, '')
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .replace(ENCODED_QUERY, '$1…')
    .replace(SECRET, '$1…');
