import type { Client } from '../support/client.js';
import type { Resource } from '../support/seed.js';
import { ACCOUNT_RULES } from './account-rules.js';
import {
  administrators,
  anybody,
  gone,
  hidden,
  needs,
  NONE,
  notFound,
  type Cell,
  type Request,
  type Rule,
} from './rule.js';
import { readsProject } from './world.js';

const newPerson = async ({ world, target }: Cell) =>
  target === 'missing' ? `/users/${NONE}` : (await world.forge.seed.user()).at;
/** A new issue every time: an operation may remove it. */
async function issueOf({ scene }: Cell, author: Client): Promise<string> {
  const given = { title: 'An issue', confidential: scene.confidential };
  const { body } = await author.post<Resource>(`${scene.project.at}/issues`, given);
  return `${scene.project.at}/issues/${body.id}`;
}
/** `own` is only made by who may see the project; the others meet what is there. */
const canHaveOwn = (cell: Cell) => cell.target === 'own' && readsProject(cell.actor, cell.scene);

async function issuePath(cell: Cell): Promise<string> {
  const { world, scene, target } = cell;
  if (target === 'missing') return `${scene.project.at}/issues/${NONE}`;
  if (target === 'wrong parent') {
    const other = await world.forge.seed.project(world.person('owner'), { visibility_level: 20 });
    const issue = await world.forge.seed.issue(other, world.person('owner'));
    return `${scene.project.at}/issues/${issue.id}`;
  }
  return issueOf(cell, canHaveOwn(cell) ? world.client(cell.actor) : world.person('owner').client);
}

async function notePath(cell: Cell): Promise<string> {
  const { world, scene, actor, target } = cell;
  if (target === 'missing') return `${scene.issue.at}/notes/${NONE}`;
  const { seed } = world.forge;
  if (target === 'wrong parent') {
    const other = await seed.issue(scene.project, world.person('owner'));
    const note = await seed.note(other, world.person('owner'));
    return `${scene.issue.at}/notes/${note.id}`;
  }
  if (target === 'own' && hidden(cell) === null) {
    const { body } = await world
      .client(actor)
      .post<Resource>(`${scene.issue.at}/notes`, { body: 'x' });
    return `${scene.issue.at}/notes/${body.id}`;
  }
  return (await seed.note(scene.issue, world.person('owner'))).at;
}

/** An issue of somebody: `own` is seen by its author even when it is confidential. */
const onIssue = (operation: string, level: number, body?: object): Rule => ({
  operation,
  scope: 'project',
  targets: ['own', 'other’s', 'missing', 'wrong parent'],
  refusal: (cell) => {
    if (!readsProject(cell.actor, cell.scene)) return notFound('Project');
    if (gone(cell.target)) return notFound('Issue');
    const mine = canHaveOwn(cell);
    return hidden(cell, mine) ?? needs(level, cell, mine && level < 50);
  },
  request: async (cell) => ({ path: await issuePath(cell), ...(body ? { body } : {}) }),
});

const onNote = (operation: string, level: number, body?: object): Rule => ({
  operation,
  scope: 'project',
  targets: ['own', 'other’s', 'missing', 'wrong parent'],
  refusal: (cell) =>
    hidden(cell) ??
    (gone(cell.target) ? notFound('Note') : needs(level, cell, cell.target === 'own')),
  request: async (cell) => ({ path: await notePath(cell), ...(body ? { body } : {}) }),
});

const inProject = (
  operation: string,
  level: number,
  request: (cell: Cell) => Promise<Request> | Request,
): Rule => ({
  operation,
  scope: 'project',
  targets: ['other’s', 'missing'],
  refusal: (cell) => {
    if (cell.target === 'missing' || !readsProject(cell.actor, cell.scene))
      return notFound('Project');
    return needs(level, cell);
  },
  request: async (cell) => {
    const made = await request(cell);
    if (cell.target !== 'missing') return made;
    return { ...made, path: made.path.replace(/^\/projects\/\d+/, `/projects/${NONE}`) };
  },
});

const onMember = (operation: string, level: number, body?: object): Rule => ({
  operation,
  scope: 'project',
  targets: ['other’s', 'missing'],
  refusal: (cell) => {
    if (!readsProject(cell.actor, cell.scene)) return notFound('Project');
    return needs(level, cell) ?? (cell.target === 'missing' ? notFound('Member') : null);
  },
  request: async ({ world, scene, target }) => {
    const member = target === 'missing' ? NONE : (await world.forge.seed.user()).id;
    if (target !== 'missing') {
      await world.forge.root.post(`${scene.project.at}/members`, {
        user_id: member,
        access_level: 10,
      });
    }
    return { path: `${scene.project.at}/members/${member}`, ...(body ? { body } : {}) };
  },
});

let count = 0;
const unique = () => `permission-${++count}`;

export const RULES: Rule[] = [
  ...ACCOUNT_RULES,
  anybody('listUsers', () => ({ path: '/users' })),
  anybody('getCurrentUser', () => ({ path: '/user' })),
  {
    ...anybody('getUser', async (cell) => ({ path: await newPerson(cell) })),
    targets: ['other’s', 'missing'],
    refusal: ({ target }) => (target === 'missing' ? notFound('User') : null),
  },
  {
    ...anybody('listUserEvents', async (cell) => ({ path: `${await newPerson(cell)}/events` })),
    targets: ['other’s', 'missing'],
    refusal: ({ target }) => (target === 'missing' ? notFound('User') : null),
  },
  {
    ...administrators('createUser', null, () => {
      const username = unique();
      const email = `${username}@example.com`;
      return { path: '/users', body: { username, email, name: 'N', password: 'a good password' } };
    }),
    targets: ['other’s'],
  },
  administrators('updateUser', 'User', async (cell) => ({
    path: await newPerson(cell),
    body: { name: 'New' },
  })),
  administrators('deleteUser', null, async (cell) => ({ path: await newPerson(cell) })),
  ...['blockUser', 'blockUserWithPost'].map((operation) =>
    administrators(operation, 'User', async (cell) => ({ path: `${await newPerson(cell)}/block` })),
  ),
  ...['unblockUser', 'unblockUserWithPost'].map((operation) =>
    administrators(operation, 'User', async (cell) => ({
      path: `${await newPerson(cell)}/unblock`,
    })),
  ),
  anybody('listProjects', () => ({ path: '/projects' })),
  anybody('listVisibleProjects', () => ({ path: '/projects/visible' })),
  {
    ...administrators('listAllProjects', null, () => ({ path: '/projects/all' })),
    targets: ['other’s'],
  },
  {
    ...anybody('createProject', () => ({ path: '/projects', body: { name: unique() } })),
    // External users have no quota.
    refusal: ({ actor }) =>
      actor === 'external'
        ? { status: 403, message: '403 Forbidden  - The limit of projects is reached' }
        : null,
  },
  inProject('getProject', 0, ({ scene }) => ({ path: scene.project.at })),
  inProject('updateProject', 50, ({ scene }) => ({
    path: scene.project.at,
    body: { description: 'd' },
  })),
  inProject('deleteProject', 50, async ({ world, scene }) => ({
    path: (await world.scene(scene)).project.at,
  })),
  inProject('listProjectMembers', 0, ({ scene }) => ({ path: `${scene.project.at}/members` })),
  inProject('createProjectMember', 40, async ({ world, scene }) => ({
    path: `${scene.project.at}/members`,
    body: { user_id: (await world.forge.seed.user()).id, access_level: 10 },
  })),
  onMember('getProjectMember', 0),
  onMember('updateProjectMember', 40, { access_level: 20 }),
  onMember('deleteProjectMember', 40),
  inProject('listProjectIssues', 0, ({ scene }) => ({ path: `${scene.project.at}/issues` })),
  inProject('createProjectIssue', 0, ({ scene }) => ({
    path: `${scene.project.at}/issues`,
    body: { title: 'T' },
  })),
  onIssue('getProjectIssue', 0),
  onIssue('updateProjectIssue', 20, { description: 'd' }),
  onIssue('deleteProjectIssue', 50),
  { ...onNotes('listIssueNotes'), targets: ['other’s', 'missing', 'wrong parent'] },
  { ...onNotes('createIssueNote', { body: 'b' }), targets: ['other’s', 'missing', 'wrong parent'] },
  onNote('getIssueNote', 0),
  onNote('updateIssueNote', 40, { body: 'changed' }),
  onNote('deleteIssueNote', 40),
];

/** The notes of an issue as a whole. */
function onNotes(operation: string, body?: object): Rule {
  const rule = onIssue(operation, 0);
  return {
    ...rule,
    request: async (cell) => ({
      path: `${await issuePath(cell)}/notes`,
      ...(body ? { body } : {}),
    }),
  };
}
