/** A token in a path: a client has encoded the `?` before it, once or more often. */
const TOKEN = /((?:private|access)(?:_|%(?:25)*5f)token(?:=|%(?:25)*3d))[^&/]*/gi;

/** The path of a URL, as the log and the audit trail may have it: without the query, a fragment, a host or a token. */
export const loggedPath = (url: string): string =>
  url
    .replace(/[?#].*$/s, '')
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .replace(TOKEN, '$1…');
