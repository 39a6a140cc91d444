import { createRequire } from 'node:module';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { type Resource, type SeededUser } from '../support/seed.js';

/** npm's node-gitlab 1.6.1, as far as this job needs it. */
interface NodeGitlab {
  users: {
    list(params: object): Promise<{ username: string }[]>;
    create(params: object): Promise<{ id: number; is_admin: boolean }>;
    update(params: object): Promise<{ name: string }>;
    get(params: object): Promise<{ email: string }>;
    remove(params: object): Promise<{ username: string }>;
  };
  issues: {
    list(params: object): Promise<{ title: string }[]>;
    create(params: object): Promise<{ id: number }>;
    update(params: object): Promise<{ state: string }>;
    listNotes(params: object): Promise<{ body: string; system: boolean }[]>;
    createNote(params: object): Promise<{ id: number; body: string }>;
    getNote(params: object): Promise<{ body: string; author: { username: string } }>;
    updateNote(params: object): Promise<{ body: string }>;
  };
}

const { createPromise } = createRequire(import.meta.url)('node-gitlab') as {
  createPromise: (options: { api: string; privateToken: string }) => NodeGitlab;
};

let forge: Forge;
let client: NodeGitlab;
let ada: SeededUser;
let project: Resource;

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

  it('reports errors', async () => {
    const wrong = createPromise({ api: forge.api, privateToken: 'nobody-has-this-token' });
    await expect(wrong.users.list({})).rejects.toMatchObject({ statusCode: 401 });
    const at = { id: project.id, issue_id: 999_999 };
    await expect(client.issues.createNote({ ...at, body: 'x' })).rejects.toMatchObject({
      statusCode: 404,
      message: '404 Issue Not Found',
    });
  });
});
