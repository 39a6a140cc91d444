import { createRequire } from 'node:module';
import { newKey } from '../keys/keys.js';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { type Resource, type SeededUser } from '../support/seed.js';
import type { Service, Thing } from './gitlab-14.js';
import { Gitlab, type Parts } from './gitlab-3.js';

const { RequestHelper } = createRequire(import.meta.url)('gitlab/dist/latest/infrastructure') as {
  RequestHelper: { put(service: object, path: string, options: object): Promise<Thing> };
};

let forge: Forge;
/** Has only the users of one test. */
let crowd: Forge;
let root: Gitlab;
let hers: Gitlab;
let ada: SeededUser;
let bob: SeededUser;
let project: Resource;

const as = (token: string) => new Gitlab({ url: forge.url, token, version: 'v3' });
const usernames = (users: Thing[]) => users.map(({ username }) => username);

beforeAll(async () => {
  [forge, crowd] = [await startForge(), await startForge()];
  ada = await forge.seed.user({ username: 'ada' });
  bob = await forge.seed.user({ username: 'bob' });
  project = await forge.seed.project(ada, { visibility_level: 20 });
  root = as(ROOT.token);
  hers = as(ada.token);
});
afterAll(async () => {
  await forge.close();
  await crowd.close();
});

describe('npm gitlab 3.11.4', () => {
  it('creates, reads, edits, blocks, unblocks and removes a user', async () => {
    const created = await root.Users.create({
      ...{ username: 'carol', name: 'Carol', email: 'carol@example.com', password: 'a password' },
      ...{ projectsLimit: 3, canCreateGroup: false, websiteUrl: 'https://carol.example' },
    });
    const { id } = created;
    expect(created).toMatchObject({
      ...{ username: 'carol', email: 'carol@example.com', projects_limit: 3 },
      ...{ can_create_group: false, website_url: 'https://carol.example' },
    });
    expect(await root.Users.show(id)).toEqual(created);
    // It has no method for this one: what such a method would call.
    const edited = await RequestHelper.put(root.Users, `users/${id}`, { name: 'Caroline' });
    expect(edited).toEqual({ ...created, name: 'Caroline' });
    expect(await root.Users.block(id)).toBe(true);
    expect(await root.Users.show(id)).toMatchObject({ state: 'blocked' });
    expect(await root.Users.unblock(id)).toBe(true);
    expect(await root.Users.remove(id)).toEqual(edited);
    expect(await root.Users.remove(id)).toBeNull();
  });

  it('lists users over all pages, or one page', async () => {
    const names = ['ada', 'bob', 'page0', 'page1', 'page2'];
    for (const username of names)
      await crowd.seed.user({ username, email: `${username}@crowd.example` });
    const root = new Gitlab({ url: crowd.url, token: ROOT.token, version: 'v3' });
    const everybody = ['page2', 'page1', 'page0', 'bob', 'ada', 'root'];
    expect(usernames(await root.Users.all({ perPage: 2 }))).toEqual(everybody);
    expect(usernames(await root.Users.all({ perPage: 2, maxPages: 2 }))).toEqual(
      everybody.slice(0, 4),
    );
    expect(await root.Users.all({ perPage: 4, page: 2, showPagination: true })).toMatchObject({
      data: [{ username: 'ada' }, { username: 'root' }],
      pagination: { total: '6', next: null, current: '2', previous: '1', totalPages: '2' },
    });
    expect(usernames(await root.Users.all({ search: 'PAGE', perPage: 1 }))).toEqual(
      everybody.slice(0, 3),
    );
    expect(usernames(await root.Users.search('bob@example.com'))).toEqual([]);
    expect(usernames(await root.Users.search('bob@crowd.example'))).toEqual(['bob']);
  });

  it('signs in and reads the current user', async () => {
    const { private_token } = await hers.Users.session(ada.email, ada.password);
    expect(private_token).toBe(ada.token);
    expect(await hers.Users.current()).toMatchObject({ username: 'ada', email: ada.email });
  });

  it('sends sudo where a method passes options on', async () => {
    const issue = await forge.seed.issue(project, ada);
    const note = await root.IssueNotes.create(project.id, issue.id, { body: 'Hers', sudo: 'ada' });
    expect(note).toMatchObject({ author: { username: 'ada' } });
    // What ada sees of bob.
    expect(await root.Users.show(bob.id, { sudo: ada.id })).not.toHaveProperty('email');
    await expect(hers.Users.all({ sudo: 'root' })).rejects.toMatchObject({ statusCode: 403 });
  });

  it.each([
    ['its own', ({ token }: SeededUser) => [as(token), {}] as const],
    ['those of another', ({ id }: SeededUser) => [root, { userId: id }] as const],
  ])('adds, lists and removes keys and emails: %s', async (_, whose) => {
    const [client, of] = whose(await forge.seed.user());
    const line = newKey();
    const key = await client.UserKeys.create('Mill', line, of);
    expect(key).toMatchObject({ title: 'Mill', key: line });
    expect(await client.UserKeys.all(of)).toEqual([key]);
    await expect(root.UserKeys.create('Again', line)).rejects.toMatchObject({ statusCode: 400 });
    expect(await client.UserKeys.remove(key.id, of)).toEqual(key);
    const email = await client.UserEmails.add('Second@Example.com', of);
    expect(email).toEqual({ id: email.id, email: 'second@example.com' });
    expect(await client.UserEmails.all(of)).toEqual([email]);
    expect(await client.UserEmails.remove(email.id, of)).toEqual(email);
  });

  it('reads a key and an email of its own', async () => {
    const client = as((await forge.seed.user()).token);
    const key = await client.UserKeys.create('Mill', newKey());
    expect(await client.UserKeys.show(key.id)).toEqual(key);
    const email = await client.UserEmails.add('mill@example.com');
    expect(await client.UserEmails.show(email.id)).toEqual(email);
    expect(await client.UserKeys.remove(key.id)).toEqual(key);
    expect(await client.UserKeys.remove(key.id)).toBeNull();
    await expect(client.UserEmails.show(999_999)).rejects.toMatchObject({ statusCode: 404 });
  });

  const noteables: [string, () => Promise<[Service<Parts>, Thing]>][] = [
    [
      'an issue',
      async () => [hers.IssueNotes, await hers.Issues.create(project.id, { title: 'It hums' })],
    ],
    [
      'a snippet',
      async () => [
        hers.ProjectSnippetNotes,
        await hers.ProjectSnippets.create(project.id, 'Mill', 'mill.rb', 'puts 1', 'public', {
          visibilityLevel: 20,
        }),
      ],
    ],
    [
      'a merge request',
      async () => [
        hers.MergeRequestNotes,
        await hers.MergeRequests.create(project.id, 'humming', 'master', 'Hum less'),
      ],
    ],
  ];
  it.each(noteables)('creates, reads, edits, lists and removes notes on %s', async (_, make) => {
    const [notes, { id: on }] = await make();
    const first = await notes.create(project.id, on, { body: 'It does. äöü & 100% + =' });
    expect(first).toMatchObject({
      ...{ body: 'It does. äöü & 100% + =', noteable_id: on, system: false },
      author: { username: 'ada' },
    });
    expect(await notes.show(project.id, on, first.id)).toMatchObject(first);
    const edited = await notes.edit(project.id, on, first.id, { body: 'Louder now.' });
    expect(edited).toMatchObject({ id: first.id, body: 'Louder now.' });
    for (const body of ['second', 'third']) await notes.create(project.id, on, { body });
    const bodies = (await notes.all(project.id, on, { perPage: 1 })).map(({ body }) => body);
    expect(bodies).toEqual(['Louder now.', 'second', 'third']);
    expect(await notes.remove(project.id, on, first.id)).toMatchObject({ body: 'Louder now.' });
    await expect(notes.remove(project.id, on, first.id)).rejects.toMatchObject({
      statusCode: 404,
      error: { message: '404 Note Not Found' },
    });
  });

  it('gives an award', async () => {
    const { id } = await forge.seed.issue(project, bob);
    const award = await hers.IssueAwardEmojis.award(project.id, id, 'tada');
    expect(award).toMatchObject({ name: 'tada', user: { username: 'ada' } });
    expect(await hers.IssueAwardEmojis.all(project.id, id)).toEqual([award]);
  });

  it('sends no id of an award: it gets the list, and 405 when it removes', async () => {
    const { id } = await forge.seed.issue(project, bob);
    const award = await hers.IssueAwardEmojis.award(project.id, id, 'tada');
    expect(await hers.IssueAwardEmojis.show(project.id, id, award.id)).toEqual([award]);
    await expect(hers.IssueAwardEmojis.remove(project.id, id, award.id)).rejects.toMatchObject({
      statusCode: 405,
    });
    expect(await hers.IssueAwardEmojis.all(project.id, id)).toEqual([award]);
  });

  it('reads the text of a snippet', async () => {
    const { id } = await hers.ProjectSnippets.create(
      ...([project.id, 'Mill', 'mill.rb', 'puts "äöü"\n', 'public'] as const),
      { visibilityLevel: 20 },
    );
    expect(await hers.ProjectSnippets.content(project.id, id)).toBe('puts "äöü"\n');
  });

  it('lists the events of a user over all pages', async () => {
    const dora = await forge.seed.user();
    const client = as(dora.token);
    const mine = await client.Projects.create({ name: 'Humming', visibilityLevel: 20 });
    expect(await client.Projects.show(`${dora.username}/humming`)).toEqual(mine);
    await client.ProjectMembers.add(mine.id, bob.id, 30);
    const issue = await client.Issues.create(mine.id, { title: 'It hums' });
    await client.IssueNotes.create(mine.id, issue.id, { body: 'Loudly.' });
    await client.Issues.edit(mine.id, issue.id, { stateEvent: 'close' });
    const events = await root.Users.events(dora.id, { perPage: 1 });
    expect(events.map(({ action_name }) => action_name)).toEqual([
      ...['closed', 'commented on', 'opened', 'created'],
    ]);
  });
});
