/** Files as another program may write them: without a checksum. */
type Fields = Record<string, unknown>;

export const HEADER = JSON.stringify({
  ...{ kind: 'header', format: 1, version: '1.0.0', created_at: '2026-01-31T12:00:00.000Z' },
});
const CREATED = { created_at: '2026-01-31T12:00:00.000Z' };
const TIMES = { ...CREATED, updated_at: '2026-01-31T12:00:00.000Z' };

export const ending = (counts: object) => JSON.stringify({ kind: 'end', counts, sha256: null });

export function handmade(...given: object[]): string {
  const counts: Record<string, number> = {};
  for (const { kind } of given as { kind: string }[]) counts[kind] = (counts[kind] ?? 0) + 1;
  return `${[HEADER, ...given.map((line) => JSON.stringify(line)), ending(counts)].join('\n')}\n`;
}

/** @param email of the same name unless it is given */
export const user = (username: string, email = `${username}@x.org`, fields: Fields = {}) => ({
  ...{ kind: 'user', username, email, name: username, state: 'active' },
  ...{ admin: false, external: false, can_create_group: true, projects_limit: 10 },
  ...{ bio: null, location: null, organization: null },
  ...{ messenger: '', professional_network: '', microblog: '', website_url: '' },
  ...{ theme_id: 2, color_scheme_id: 1, ...CREATED, confirmed_at: null },
  ...{ current_sign_in_at: null, last_sign_in_at: null, identities: [], ...fields },
});
export const address = (of: string, email: string) => ({
  ...{ kind: 'email', user: of, email, ...CREATED },
});
export const sshKey = (of: string, key: string) => ({
  ...{ kind: 'key', user: of, title: 'Laptop', key, ...CREATED },
});
export const project = (owner: string, path: string) => ({
  ...{ kind: 'project', project: `${owner}/${path}`, owner, path, name: path, description: null },
  ...{ visibility_level: 0, issue_count: 0, merge_request_count: 0 },
  ...{ ...CREATED, last_activity_at: CREATED.created_at },
});
export const member = (of: string, username: string) => ({
  ...{ kind: 'member', project: of, user: username, access_level: 30, ...CREATED },
});
export const issue = (of: string, iid: number, author: string) => ({
  ...{ kind: 'issue', project: of, iid, title: `Issue ${iid}`, description: null, author },
  ...{ assignee: null, confidential: false, state: 'opened', ...TIMES },
});
export const mergeRequest = (of: string, iid: number, author: string) => ({
  ...{ kind: 'merge_request', project: of, iid, title: `Change ${iid}`, description: null, author },
  ...{ assignee: null, source_branch: 'a', target_branch: 'b', state: 'opened', ...TIMES },
});
export const snippet = (of: string, number: number, author: string) => ({
  ...{ kind: 'snippet', project: of, number, title: 'Snippet', file_name: 'a.txt', code: 'x' },
  ...{ author, visibility_level: 0, ...TIMES },
});
const onIssue = (of: string, iid: number) => ({
  ...{ project: of, noteable_kind: 'issue', noteable: iid },
});
export const note = (of: string, iid: number, author: string, number = 1, body = 'Yes') => ({
  ...{ kind: 'note', ...onIssue(of, iid), number, author, body, system: false, ...TIMES },
});
/** @param on the number of a note, or null for the issue itself */
export const award = (of: string, iid: number, giver: string, name: string, on: number | null) => ({
  ...{ kind: 'award_emoji', ...onIssue(of, iid), note: on, user: giver, name, ...TIMES },
});
