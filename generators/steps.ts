import assert from 'node:assert/strict';

/** An error response, as the generated code hands it on. */
export interface Failure {
  status: number;
  message: string | Record<string, string[]>;
}

/** What a scenario does with the generated code. Types come from the document: a scenario casts nothing. */
export interface Calls {
  /** Returns the private token. */
  signIn(login: string, password: string): Promise<string>;
  /** Returns the usernames of one page. */
  listUsers(page: number, perPage: number): Promise<string[]>;
  createUser(user: NewUser): Promise<{ id: number; email: string; bio: string | null }>;
  /** `email` is null if the response has the shape without it. */
  getUser(id: number): Promise<{ username: string; email: string | null }>;
  createProject(name: string): Promise<{ id: number; level: number; description: string | null }>;
  /** Without an assignee: sends null and returns what the response has. */
  createIssue(project: number, title: string): Promise<{ id: number; assignee: string | null }>;
  /** The response is a note or an award. */
  createNote(project: number, issue: number, body: string): Promise<Note | Award>;
  getMissingProject(id: number): Promise<Failure>;
  createProjectWithBlankName(): Promise<Failure>;
  /** Sends Sudo. `token` is null if the response has the shape without it. */
  getCurrentUser(sudo: string): Promise<{ username: string; token: string | null }>;
  addKey(title: string, key: string): Promise<number>;
  /** Returns the username of the owner. */
  findKey(fingerprint: string): Promise<string>;
  /** Returns the title, or null if there was no such key. */
  deleteKey(id: number): Promise<string | null>;
  /** Returns the username, or null if there was no such user. */
  deleteUser(id: number): Promise<string | null>;
}

export interface NewUser {
  username: string;
  name: string;
  email: string;
  password: string;
}
interface Note {
  note: string;
  author: string;
}
interface Award {
  award: string;
  by: string;
}

/** Returns the calls of a user; without a token, those of an anonymous caller. */
export type Connect = (url: string, token?: string) => Calls;

const KEY =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL18lkwJP5F6hH3gN4yGNqD6BjDw5BWJQSXZuGaUIMFF ada@laptop';
const FINGERPRINT = 'SHA256:AoqVezLgsVYQf7wuR3mD2NpNN+EkjLH/09BVLQihvcM';
const ADA = {
  username: 'ada',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'correct-horse',
};

/** Plays the scenario on a new service. Prints each step; the runner counts them. */
export async function play(connect: Connect): Promise<void> {
  const [url = '', login = '', password = ''] = process.argv.slice(2);
  const step = async (name: string, run: () => Promise<void>) => {
    await run();
    console.log(`step: ${name}`);
  };
  let root = connect(url);
  let ada = connect(url);
  let user = 0;
  let project = 0;
  let issue = 0;
  await step('sign in', async () => {
    root = connect(url, await root.signIn(login, password));
  });
  await step('create a user', async () => {
    const { id, ...fields } = await root.createUser(ADA);
    assert.deepEqual(fields, { email: ADA.email, bio: null });
    user = id;
    ada = connect(url, await connect(url).signIn(ADA.email, ADA.password));
  });
  await step('read users page by page', async () => {
    const names: string[] = [];
    for (let page = 1, found = ['?']; found.length > 0; page++) {
      found = await root.listUsers(page, 1);
      names.push(...found);
    }
    assert.deepEqual(names, ['ada', login]);
  });
  await step('see the richer of two shapes', async () => {
    assert.deepEqual(await root.getUser(user), { username: 'ada', email: ADA.email });
    assert.deepEqual(await ada.getUser(1), { username: login, email: null });
  });
  await step('create a project', async () => {
    const { id, ...fields } = await ada.createProject('Engine');
    assert.deepEqual(fields, { level: 0, description: null });
    project = id;
  });
  await step('send and receive null', async () => {
    const { id, assignee } = await ada.createIssue(project, 'It hums');
    assert.equal(assignee, null);
    issue = id;
  });
  await step('create a note', async () => {
    const note = await ada.createNote(project, issue, 'Which panel is that?');
    assert.deepEqual(note, { note: 'Which panel is that?', author: 'ada' });
  });
  await step('create an award in the place of a note', async () => {
    const award = await ada.createNote(project, issue, ':tada:');
    assert.deepEqual(award, { award: 'tada', by: 'ada' });
  });
  await step('read an error with a sentence', async () => {
    const failure = await ada.getMissingProject(99);
    assert.deepEqual(failure, { status: 404, message: '404 Project Not Found' });
  });
  await step('read an error with a problem for each field', async () => {
    const failure = await ada.createProjectWithBlankName();
    assert.deepEqual(failure, { status: 400, message: { name: ["can't be blank"] } });
  });
  await step('act as another user', async () => {
    const { username, token } = await root.getCurrentUser('ada');
    assert.equal(username, 'ada');
    assert.equal(typeof token, 'string');
  });
  await step('add, find and delete a key', async () => {
    const key = await ada.addKey('Laptop', KEY);
    assert.equal(await root.findKey(FINGERPRINT), 'ada');
    assert.equal(await ada.deleteKey(key), 'Laptop');
    assert.equal(await ada.deleteKey(key), null);
  });
  await step('delete a user', async () => {
    assert.equal(await root.deleteUser(user), 'ada');
    assert.equal(await root.deleteUser(user), null);
  });
}
