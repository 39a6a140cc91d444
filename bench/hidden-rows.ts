import type { HttpRequest } from './items.js';
import { fill, moment, tokenOf } from './seed.js';
import type { Store } from './store.js';

/** Rows of each list that the viewer can see. They are older than the hidden ones. */
const VISIBLE = 30;
/** The first id of the visible rows, and of the hidden ones. */
const FIRST_VISIBLE = 1_001;
const FIRST_HIDDEN = 2_001;
/** A user without rights, except as a guest of project 2. */
const VIEWER_ID = 5;
/** The owner of all projects and the author of all hidden rows. */
const OWNER_ID = 3;
const PRIVATE_PROJECT = 2;
const PUBLIC_PROJECT = FIRST_VISIBLE;
/** The project in which the viewer is a guest. */
const GUEST_PROJECT = PRIVATE_PROJECT;
/** Authors of events, by what hides their events. */
const AUTHORS = {
  ...{ project: 10, issue: 11, snippet: 12, mergeRequest: 13, manyProjects: 14 },
  ...{ manyHiddenProjects: 15, others: 16 },
};
/** The hidden events of user 15 are in this many projects. */
const HIDDEN_PROJECTS = 500;
/** The user 14 is a member of this many projects. */
const MEMBERSHIPS = 10_000;
const FIRST_MEMBERSHIP_PROJECT = 1_000_001;

const ids = { id: 'n', created_at: moment };
const inProject = (project: number, author: number) => ({
  ...ids,
  ...{ project_id: project, author_id: author, title: `'Item ' || n`, updated_at: moment },
});

/** Adds visible rows, and this number of hidden rows, to each list. */
export async function addHiddenRows(store: Store, hidden: number): Promise<void> {
  const parts = [
    { first: FIRST_VISIBLE, count: VISIBLE, isHidden: false },
    { first: FIRST_HIDDEN, count: hidden, isHidden: true },
  ];
  for (const { first, count, isHidden } of parts) {
    await addProjects(store, first, count, isHidden ? 0 : 20);
    const item = inProject(PUBLIC_PROJECT, OWNER_ID);
    const issue = { ...item, iid: 'n', state: "'opened'" };
    await fill(store, 'issues', first, count, { ...issue, confidential: isHidden ? 1 : 0 });
    await fill(store, 'snippets', first, count, {
      ...{ ...item, file_name: "'x'", code: "'x'", visibility_level: isHidden ? 0 : 20 },
    });
    await fill(store, 'merge_requests', first, count, {
      ...inProject(GUEST_PROJECT, isHidden ? OWNER_ID : VIEWER_ID),
      ...{ iid: 'n', state: "'opened'", source_branch: "'a'", target_branch: "'b'" },
    });
    await addEvents(store, first, count, isHidden);
  }
  await addProjects(store, FIRST_MEMBERSHIP_PROJECT, MEMBERSHIPS, 0);
  await fill(store, 'project_members', FIRST_MEMBERSHIP_PROJECT, MEMBERSHIPS, {
    ...{ project_id: 'n', user_id: AUTHORS.manyProjects, access_level: '20', created_at: moment },
  });
  await fill(store, 'project_members', GUEST_PROJECT, 1, {
    ...{ project_id: 'n', user_id: VIEWER_ID, access_level: '10', created_at: moment },
  });
  const tables = ['projects', 'project_members', 'issues', 'snippets', 'merge_requests', 'events'];
  await store.settle(tables);
}

const addProjects = (store: Store, first: number, count: number, level: number) =>
  fill(store, 'projects', first, count, {
    ...{ ...ids, name: "'Engine ' || n", path: "'engine-' || n", path_key: "'engine-' || n" },
    ...{ visibility_level: level, owner_id: OWNER_ID, issue_count: '0', merge_request_count: '0' },
    last_activity_at: moment,
  });

/** Visible events are those of visible subjects. */
async function addEvents(store: Store, first: number, count: number, isHidden: boolean) {
  const add = (author: number, project: string | number, type: string | null, action = 'opened') =>
    fill(store, 'events', first, count, {
      ...{ author_id: author, project_id: project, action: `'${action}'`, created_at: moment },
      ...{ subject_type: type ? `'${type}'` : 'NULL', subject_id: type ? 'n' : 'NULL' },
    });
  await add(AUTHORS.project, isHidden ? PRIVATE_PROJECT + 1 : PUBLIC_PROJECT, null);
  await add(AUTHORS.issue, PUBLIC_PROJECT, 'Issue');
  await add(AUTHORS.snippet, PUBLIC_PROJECT, 'Snippet');
  await add(AUTHORS.mergeRequest, GUEST_PROJECT, 'MergeRequest');
  // Events in the projects of user 14, whose members see them, and hidden ones in another project.
  const project = isHidden ? PRIVATE_PROJECT + 1 : `n + ${FIRST_MEMBERSHIP_PROJECT}`;
  await add(AUTHORS.manyProjects, project, null);
  const spread = `n % ${HIDDEN_PROJECTS} + ${FIRST_MEMBERSHIP_PROJECT}`;
  await add(AUTHORS.manyHiddenProjects, isHidden ? spread : PUBLIC_PROJECT, null);
  // Everyone can see the others, but a filter leaves them out.
  if (isHidden) await add(AUTHORS.others, PUBLIC_PROJECT, null, 'pushed to');
  else await add(AUTHORS.others, PUBLIC_PROJECT, 'Issue');
}

export interface HiddenRequest {
  title: string;
  request: HttpRequest;
}

const get = (path: string, user = VIEWER_ID): HttpRequest => ({
  method: 'GET',
  path: `/api/v3${path}`,
  headers: { 'private-token': tokenOf(user) },
});

const LISTS: readonly [title: string, path: string, user?: number][] = [
  ['Events: in private projects', `/users/${AUTHORS.project}/events`],
  ['Events: in 500 private projects', `/users/${AUTHORS.manyHiddenProjects}/events`],
  ['Events: of confidential issues', `/users/${AUTHORS.issue}/events`],
  ['Events: of private snippets', `/users/${AUTHORS.snippet}/events`],
  ['Events: of merge requests', `/users/${AUTHORS.mergeRequest}/events`],
  [
    ...(['Events: own, in 10,000 projects', `/users/${AUTHORS.manyProjects}/events`] as const),
    AUTHORS.manyProjects,
  ],
  ['Events: with another action', `/users/${AUTHORS.others}/events?action=opened`],
  ['Events: with another action, none', `/users/${AUTHORS.others}/events?action=closed`],
  ['Events: with another target', `/users/${AUTHORS.others}/events?target_type=issue`],
  ['Events: with another target, none', `/users/${AUTHORS.others}/events?target_type=note`],
  ['Projects: visible', '/projects/visible'],
  ['Projects: own', '/projects'],
  ['Projects: own, 10,000 memberships', '/projects', AUTHORS.manyProjects],
  ['Projects: visible, 10,000 memberships', '/projects/visible', AUTHORS.manyProjects],
  ['Issues', `/projects/${PUBLIC_PROJECT}/issues`],
  ['Issues: by update', `/projects/${PUBLIC_PROJECT}/issues?order_by=updated_at`],
  ['Merge requests', `/projects/${GUEST_PROJECT}/merge_requests`],
  ['Snippets', `/projects/${PUBLIC_PROJECT}/snippets`],
];

export const HIDDEN_REQUESTS: readonly HiddenRequest[] = LISTS.flatMap(([title, path, user]) => [
  { title, request: get(path, user) },
  {
    title: `${title}, by keyset`,
    request: get(`${path}${path.includes('?') ? '&' : '?'}pagination=keyset`, user),
  },
]);
