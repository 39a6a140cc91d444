import type { Forge } from '../support/app.js';
import { replaceLimit } from '../support/internals.js';
import { showsErrors, TOO_LARGE_LENGTH, UNAVAILABLE_LENGTH } from './errors.js';
import type { Service, Thing } from './gitlab-14.js';
import { Gitlab, type Awards, type Parts } from './gitlab-3.js';
import { shown, startJob, type Given } from './job.js';
import { startObservedForge } from './operations.js';

/** It has no methods for these. Those that read or remove an award send no id of it. */
const WITHOUT_METHOD =
  /award_emoji\/:award_id|snippets.*award_emoji|^GET \/keys|^PUT \/users\/:id$|identities/;

const TITLE = 'npm gitlab 3.11.4';
const client = (url: string, token: string) => new Gitlab({ url, token, version: 'v3' });

async function refusal(call: Promise<unknown>): Promise<unknown> {
  try {
    return ['returned', await call];
  } catch (error) {
    const { statusCode, error: body } = error as { statusCode: number; error: object };
    return [statusCode, JSON.stringify(body)];
  }
}

describe(`${TITLE}, method by method`, () => {
  let forge: Forge;
  let given: Given;
  let root: Gitlab;
  let ada: Gitlab;
  let missed: () => string[];
  beforeEach(async () => {
    ({ forge, given, missed } = await startJob());
    root = client(given.url, given.root);
    ada = client(given.url, given.ada);
  });
  afterEach(() => forge.close());

  async function usersWithKeysAndEmails() {
    const { Users } = root;
    const fields = { username: 'carol', name: 'Carol', email: 'carol@example.com' };
    const carol = await Users.create({ ...fields, password: 'a password' });
    expect(await Users.show(carol.id)).toEqual(carol);
    expect(await Users.all()).toContainEqual(carol);
    expect(await Users.search('carol')).toEqual([carol]);
    expect([await Users.block(carol.id), await Users.unblock(carol.id)]).toEqual([true, true]);
    expect(await Users.remove(carol.id)).toEqual(carol);
    expect(await ada.Users.session(given.email, given.password)).toMatchObject(
      await ada.Users.current(),
    );
    expect(await root.Users.events(given.ada_id, {})).toContainEqual(
      expect.objectContaining({ action_name: 'opened' }),
    );
    for (const [{ UserKeys, UserEmails }, of] of [
      [ada, {}],
      [root, { userId: given.bob }],
    ] as const) {
      const key = await UserKeys.create('Mill', given.key, of);
      const email = await UserEmails.add('second@example.com', of);
      expect([await UserKeys.all(of), await UserEmails.all(of)]).toEqual([[key], [email]]);
      if (UserKeys === ada.UserKeys)
        expect([await UserKeys.show(key.id), await UserEmails.show(email.id)]).toEqual([
          key,
          email,
        ]);
      expect(await UserKeys.remove(key.id, of)).toEqual(key);
      expect(await UserEmails.remove(email.id, of)).toEqual(email);
    }
  }

  async function projectsAndMembers() {
    const { Projects, ProjectMembers } = ada;
    const { id } = await Projects.create({ name: 'Engine' });
    const edited = await Projects.edit(id, { description: 'Mill and store.' });
    expect(edited['description']).toBe('Mill and store.');
    expect(await Projects.show(id)).toEqual(edited);
    expect(await Projects.all()).toContainEqual(edited);
    await ProjectMembers.add(id, given.bob, 30);
    const member = await ProjectMembers.edit(id, given.bob, 40);
    expect(member['access_level']).toBe(40);
    expect(await ProjectMembers.show(id, given.bob)).toEqual(member);
    expect(await ProjectMembers.all(id)).toEqual([member]);
    await ProjectMembers.remove(id, given.bob);
    expect(await ProjectMembers.all(id)).toEqual([]);
    await Projects.remove(id);
    expect(await refusal(Projects.show(id))).toEqual([404, expect.any(String)]);
  }

  /** Calls each method for an issue, a snippet or a merge request, and for its notes. */
  async function item(
    service: Service<Parts>,
    { id }: Thing,
    notes: Service<Parts>,
    list: unknown,
  ) {
    const at = [given.project, id];
    const edited = await service.edit(...at, { title: 'It hums loudly' });
    expect(edited['title']).toBe('It hums loudly');
    expect(await service.show(...at)).toEqual(edited);
    expect((await service.all(list)).map((one) => one.id)).toContain(id);
    const note = await notes.create(...at, { body: given.text });
    expect(await notes.show(...at, note.id)).toMatchObject({ body: given.text });
    expect(await notes.edit(...at, note.id, { body: 'Louder.' })).toMatchObject({ id: note.id });
    expect((await notes.all(...at)).map(({ body }) => body)).toContain('Louder.');
    await notes.remove(...at, note.id);
    await service.remove(...at);
    expect(await refusal(service.show(...at))).toEqual([404, expect.stringContaining('Not Found')]);
  }

  async function awards(emojis: Awards, { id }: Thing, notes: Service<Parts>) {
    const at = [given.project, id];
    const note = await notes.create(...at, { body: 'Loudly.' });
    for (const noteId of [undefined, note.id]) {
      const award = await emojis.award(...at, 'tada', noteId);
      expect(await emojis.all(...at, {}, noteId)).toEqual([award]);
    }
  }

  async function labels() {
    const { Labels, Issues } = ada;
    const { project } = given;
    const fields = { name: 'bug', color: '#D9534F', description: 'It fails.' };
    expect(await Labels.create(project, fields)).toMatchObject(fields);
    const issue = await Issues.create(project, { title: 'It hums', labels: 'bug,mill' });
    expect(await Labels.edit(project, 'bug', { newName: 'defect' })).toMatchObject({
      ...{ ...fields, name: 'defect', open_issues_count: 1 },
    });
    const names = async () => (await Labels.all(project)).map(({ name }) => name);
    expect(await names()).toEqual(['defect', 'mill']);
    expect((await Issues.show(project, issue.id))['labels']).toEqual(['defect', 'mill']);
    await Labels.remove(project, 'defect');
    expect(await names()).toEqual(['mill']);
  }

  it('reaches every operation that it has a method for', async () => {
    const { project } = given;
    const { Issues, ProjectSnippets, MergeRequests } = ada;
    await usersWithKeysAndEmails();
    await projectsAndMembers();
    await labels();
    const createIssue = () => Issues.create(project, { title: 'It hums' });
    const createMergeRequest = () => MergeRequests.create(project, 'humming', 'master', 'Hum less');
    await item(Issues, await createIssue(), ada.IssueNotes, { projectId: project });
    await item(MergeRequests, await createMergeRequest(), ada.MergeRequestNotes, {
      projectId: project,
    });
    const level = { visibilityLevel: 20 };
    const snippet = await ProjectSnippets.create(
      project,
      'Mill',
      'm.rb',
      'puts 1',
      'public',
      level,
    );
    expect(await ProjectSnippets.content(project, snippet.id)).toBe('puts 1');
    await item(ProjectSnippets, snippet, ada.ProjectSnippetNotes, project);
    await awards(ada.IssueAwardEmojis, await createIssue(), ada.IssueNotes);
    await awards(ada.MergeRequestAwardEmojis, await createMergeRequest(), ada.MergeRequestNotes);
    expect(missed().filter((operation) => !WITHOUT_METHOD.test(operation))).toEqual([]);
  });
});

showsErrors(
  TITLE,
  async ({ url, project, issue, bob, ...tokens }) => {
    const ada = client(url, tokens.ada);
    const createLong = (length: number) =>
      ada.Issues.create(project, { title: 'Long', description: 'x'.repeat(length) });
    return {
      unavailable: await refusal(createLong(UNAVAILABLE_LENGTH)),
      too_large: await refusal(createLong(TOO_LARGE_LENGTH)),
      unauthorized: await refusal(client(url, tokens.nobody).Users.all()),
      forbidden: await refusal(ada.Users.block(bob)),
      not_found: await refusal(ada.Issues.edit(project, 999_999, { title: 'x' })),
      unknown_route: await refusal(ada.Branches.all(project)),
      not_allowed: await refusal(ada.IssueAwardEmojis.remove(project, issue, 1)),
      invalid: await refusal(ada.Issues.create(project, { title: '' })),
      unsupported: await refusal(ada.Issues.all({ projectId: project, scope: 'all' })),
      conflict: await refusal(ada.IssueAwardEmojis.award(project, issue, '100')),
    };
  },
  // After 429 it waits as Retry-After says: the test below.
  { without: ['limited', 'unsupported_type'] },
);

it('waits after 429 for as long as Retry-After says', async () => {
  const { forge, statuses } = await startObservedForge({ RATE_LIMIT: 'on' });
  replaceLimit(forge, 'failures', 1, 1_000);
  const { Users } = client(forge.url, 'nobody-has-this-one');
  // On a slow machine, calls may be so far apart that the first two do not meet the limit.
  while (!statuses.includes(429))
    expect(await refusal(Users.all())).toEqual(shown(401, '401 Unauthorized'));
  expect(statuses.at(-1)).toBe(401);
  await forge.close();
});
