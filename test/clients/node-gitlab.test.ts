import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { ROOT, startForge, type Forge } from '../support/app.js';
import type { Resource as Seeded, SeededUser } from '../support/seed.js';
import { showsErrors, TOO_LARGE_LENGTH, UNAVAILABLE_LENGTH } from './errors.js';
import { startJob } from './job.js';

type Thing = Record<string, unknown> & { id: number };
type Call<Result = Thing> = (params: object) => Promise<Result>;
type Resource = Record<'create' | 'get' | 'update' | 'remove', Call> & { list: Call<Thing[]> };
type WithNotes = Resource &
  Record<'createNote' | 'getNote' | 'updateNote', Call> & { listNotes: Call<Thing[]> };

/** npm's node-gitlab 1.6.1: every resource that reaches the interface. */
interface NodeGitlab {
  users: Resource;
  projects: Resource;
  projectMembers: Resource;
  issues: WithNotes;
  mergeRequests: WithNotes;
  repositoryBranches: Pick<Resource, 'list'>;
  request: (method: string, path: string, params: object) => Promise<unknown>;
}

type LabelMethod = 'getLabels' | 'createLabel' | 'updateLabel' | 'deleteLabel';
type Callback = (error: Error | null, result: Thing | Thing[]) => void;

/** Only this client has methods for labels. */
interface CallbackClient {
  projects: Record<LabelMethod, (params: object, callback: Callback) => void>;
}

interface Options {
  api: string;
  privateToken: string;
}

const { create, createPromise } = createRequire(import.meta.url)('node-gitlab') as {
  create: (options: Options) => CallbackClient;
  createPromise: (options: Options) => NodeGitlab;
};

let forge: Forge;
let client: NodeGitlab;
let ada: SeededUser;
let project: Seeded;

beforeAll(async () => {
  forge = await startForge();
  client = createPromise({ api: forge.api, privateToken: ROOT.token });
  ada = await forge.seed.user({ username: 'ada' });
  project = await forge.seed.project(ada, { visibility_level: 20 });
});
afterAll(() => forge.close());

describe('npm node-gitlab 1.6.1', () => {
  it('lists, creates, reads, edits and removes users', async () => {
    const person = {
      username: 'bob',
      name: 'Bob',
      email: 'bob@example.com',
      password: 'a password',
    };
    // It sends forms: numbers and booleans arrive as text.
    const created = await client.users.create({ ...person, projects_limit: 3, admin: false });
    expect(created.is_admin).toBe(false);
    const listed = await client.users.list({ per_page: 2, page: 1 });
    expect(listed.map(({ username }) => username)).toEqual(['bob', 'ada']);
    expect((await client.users.get({ user_id: created.id })).email).toBe('bob@example.com');
    expect((await client.users.update({ user_id: created.id, name: 'Robert' })).name).toBe(
      'Robert',
    );
    // DELETE with a form body.
    expect((await client.users.remove({ user_id: created.id })).username).toBe('bob');
    await expect(client.users.get({ user_id: created.id })).rejects.toMatchObject({
      statusCode: 404,
    });
  });

  it('lists, creates, reads and edits notes on an issue', async () => {
    const hers = createPromise({ api: forge.api, privateToken: ada.token });
    const issue = await hers.issues.create({ id: project.id, title: 'It hums' });
    const at = { id: project.id, issue_id: issue.id };
    const note = await hers.issues.createNote({ ...at, body: 'It does indeed. äöü & 100% + =' });
    expect(note.body).toBe('It does indeed. äöü & 100% + =');
    const read = await client.issues.getNote({ ...at, note_id: note.id });
    expect(read).toMatchObject({ body: note.body, author: { username: 'ada' } });
    const edited = await hers.issues.updateNote({ ...at, note_id: note.id, body: 'Louder now.' });
    expect(edited.body).toBe('Louder now.');
    const closed = await hers.issues.update({ ...at, state_event: 'close' });
    expect(closed.state).toBe('closed');
    expect(await client.issues.listNotes({ ...at })).toMatchObject([
      { body: 'Louder now.', system: false },
      { body: 'closed', system: true },
    ]);
  });
});

/** It has no methods for these operations. */
const WITHOUT_METHOD =
  /award_emoji|snippets|^DELETE .*\/notes|\/(session|keys|emails|events|block|unblock|identities)\b|GET \/user$/;

describe('npm node-gitlab 1.6.1, method by method', () => {
  it('reaches every operation that it has a method for', async () => {
    const job = await startJob();
    const { project: id, bob } = job.given;
    const root = createPromise({ api: job.forge.api, privateToken: job.given.root });
    const hers = createPromise({ api: job.forge.api, privateToken: job.given.ada });

    const fields = { username: 'carol', name: 'Carol', email: 'carol@example.com' };
    const carol = await root.users.create({ ...fields, password: 'a password' });
    const user = { user_id: carol.id };
    expect(await root.users.update({ ...user, name: 'Caroline' })).toMatchObject({ id: carol.id });
    expect(await root.users.get(user)).toMatchObject({ name: 'Caroline' });
    expect((await root.users.list({})).map(({ username }) => username)).toContain('carol');
    await root.users.remove(user);
    await expect(root.users.get(user)).rejects.toMatchObject({ statusCode: 404 });

    const made = await hers.projects.create({ name: 'Engine' });
    await hers.projects.update({ id: made.id, description: 'Mill and store.' });
    expect(await hers.projects.get({ id: made.id })).toMatchObject({
      description: 'Mill and store.',
    });
    expect((await hers.projects.list({})).map((one) => one.id)).toEqual([made.id, id]);
    const member = { id: made.id, user_id: bob };
    await hers.projectMembers.create({ ...member, access_level: 30 });
    await hers.projectMembers.update({ ...member, access_level: 40 });
    expect(await hers.projectMembers.get({ ...member })).toMatchObject({ access_level: 40 });
    expect(await hers.projectMembers.list({ id: made.id })).toMatchObject([{ id: bob }]);
    await hers.projectMembers.remove({ ...member });
    expect(await hers.projectMembers.list({ id: made.id })).toEqual([]);
    expect(await hers.projects.remove({ id: made.id })).toMatchObject({ id: made.id });

    const { projects } = create({ api: job.forge.api, privateToken: job.given.ada });
    const withLabels = (method: LabelMethod, params: object) =>
      promisify(projects[method].bind(projects))(params);
    const label = { name: 'bug', color: '#D9534F', description: 'It fails.' };
    expect(await withLabels('createLabel', { id, ...label })).toMatchObject(label);
    const labeled = await hers.issues.create({ id, title: 'It hums', labels: 'bug,mill' });
    await withLabels('updateLabel', { id, name: 'bug', new_name: 'defect' });
    const both = [{ name: 'defect' }, { name: 'mill' }];
    expect(await withLabels('getLabels', { id })).toMatchObject(both);
    expect(await hers.request('get', '/projects/:id/labels', { id })).toMatchObject(both);
    const changed = await hers.issues.get({ id, issue_id: labeled.id });
    expect(changed['labels']).toEqual(['defect', 'mill']);
    await withLabels('deleteLabel', { id, name: 'defect' });
    expect(await withLabels('getLabels', { id })).toMatchObject([{ name: 'mill' }]);

    for (const [resource, name] of [
      [hers.issues, 'issue_id'],
      [hers.mergeRequests, 'merge_request_id'],
    ] as const) {
      const branches = { source_branch: 'humming', target_branch: 'master' };
      const item = await resource.create({ id, title: 'It hums', ...branches });
      const at = () => ({ id, [name]: item.id });
      await resource.update({ ...at(), title: 'It hums loudly' });
      expect(await resource.get(at())).toMatchObject({ title: 'It hums loudly' });
      expect((await resource.list({ id })).map((one) => one.id)).toContain(item.id);
      const note = await resource.createNote({ ...at(), body: 'Loudly.' });
      await resource.updateNote({ ...at(), note_id: note.id, body: 'Louder.' });
      expect(await resource.getNote({ ...at(), note_id: note.id })).toMatchObject({
        body: 'Louder.',
      });
      expect((await resource.listNotes(at())).map(({ body }) => body)).toContain('Louder.');
      expect(await resource.remove(at())).toMatchObject({ id: item.id });
      await expect(resource.get(at())).rejects.toMatchObject({ statusCode: 404 });
    }
    expect(job.missed().filter((operation) => !WITHOUT_METHOD.test(operation))).toEqual([]);
    await job.forge.close();
  });
});

/** Of a message that is a map it makes no text. The response has it. */
async function refusal(call: Promise<unknown>): Promise<unknown> {
  try {
    return ['returned', await call];
  } catch (error) {
    const { statusCode, message, data } = error as {
      statusCode: number;
      message: string;
      data: { resBody: { message: object } };
    };
    const isText = message !== '[object Object]';
    return [statusCode, isText ? message : JSON.stringify(data.resBody.message)];
  }
}

showsErrors(
  'npm node-gitlab 1.6.1',
  async ({ url, project: id, issue, bob, ...tokens }) => {
    const as = (privateToken: string) => createPromise({ api: `${url}/api/v3`, privateToken });
    const hers = as(tokens.ada);
    const createLong = (length: number) =>
      hers.issues.create({ id, title: 'Long', description: 'x'.repeat(length) });
    return {
      unavailable: await refusal(createLong(UNAVAILABLE_LENGTH)),
      too_large: await refusal(createLong(TOO_LARGE_LENGTH)),
      limited: await refusal(hers.issues.createNote({ id, issue_id: issue, body: 'Second.' })),
      unauthorized: await refusal(as(tokens.nobody).users.list({})),
      forbidden: await refusal(hers.users.update({ user_id: bob, name: 'Bobby' })),
      not_found: await refusal(hers.issues.update({ id, issue_id: 999_999, title: 'x' })),
      unknown_route: await refusal(hers.repositoryBranches.list({ id })),
      invalid: await refusal(hers.issues.create({ id, title: '' })),
      unsupported: await refusal(hers.issues.list({ id, scope: 'all' })),
      conflict: await refusal(
        as(tokens.root).users.create({
          ...{ username: 'ada', name: 'Ada', email: 'other@example.com' },
          password: 'a password',
        }),
      ),
    };
  },
  { without: ['not_allowed', 'unsupported_type'] },
);
