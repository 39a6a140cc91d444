/** A client has encoded the `?`, once or more often: what follows can contain passwords and secrets of links. */
const ENCODED_QUERY = /(%(?:25)*3f).*$/is;
/** A token in a path without any `?`. */
const TOKEN = /((?:private|access)(?:_|%(?:25)*5f)token(?:=|%(?:25)*3d))[^&/]*/gi;

/** The path of a URL, as the log and the audit trail may have it: without the query, a fragment, a host or a token. */
export const loggedPath = (url: string): string =>
  url
    .replace(/[?#].*$/s, '')
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .replace(ENCODED_QUERY, '$1…')
    .replace(TOKEN, '$1…');
