import { ROOT, type Forge } from '../support/app.js';
import { showsErrors } from './errors.js';
import { run, runScript } from './job.js';
import {
  DELETE_LABEL,
  DELETE_MERGE_REQUEST,
  FIND_KEY,
  REMOVE_IDENTITY,
  startObservedForge,
} from './operations.js';
import type { Resource, SeededUser } from '../support/seed.js';
import { fullView, TIMESTAMP } from '../support/expected-responses.js';

const KEY =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIE6Cl0JWo9gm2S2NQT+g0DkSUFRzZzYmTVUoPS4bqFdM ada@mill';
const TEXT = 'It does. äöü & 100% + =';
const TAKEN = ['has already been taken'];

let forge: Forge;
let ada: SeededUser;
let bob: SeededUser;
let project: Resource;
/** What the client was answered, part by part. */
let answers: Record<string, unknown>;
/** The operations that did not succeed once. */
let missed: string[];

beforeAll(async () => {
  await run('ruby', ['-e', "require 'gitlab'"]).catch(() => {
    throw new Error(
      "Ruby's gitlab is not installed: apt-get install --yes --no-install-recommends ruby-gitlab",
    );
  });
  const observed = await startObservedForge();
  ({ forge } = observed);
  ada = await forge.seed.user({ username: 'ada' });
  bob = await forge.seed.user({ username: 'bob' });
  project = await forge.seed.project(ada, { visibility_level: 20 });
  const { id, username, email, password } = ada;
  const given = {
    ...{ endpoint: forge.api, root: ROOT.token, ada: ada.token, nobody: 'nobody-has-this-one' },
    ...{ id, username, email, password, bob: bob.id, project: project.id, key: KEY },
  };
  observed.forget();
  answers = await runScript('ruby', 'ruby_gitlab_job.rb', given);
  missed = observed.missed();
});
afterAll(() => forge?.close());

describe("Debian's ruby-gitlab 4.17.0", () => {
  it('sends long tokens as Bearer and short ones as PRIVATE-TOKEN', () => {
    expect(ROOT.token.length).toBeGreaterThan(20);
    expect(ada.token).toHaveLength(20);
  });

  it('creates, reads, edits, blocks, unblocks and removes a user', () => {
    const id = expect.any(Number) as number;
    const given = { id, username: 'carol', email: 'carol@example.com', name: 'carol@example.com' };
    const carol = fullView(forge, given, { projects_limit: 3 });
    const edited = { ...carol, name: 'Caroline', website_url: 'https://carol.example' };
    const avatar_url = expect.stringMatching(/\/avatars\/\d+\.svg$/) as string;
    expect(answers['user']).toEqual({
      created: { ...carol, avatar_url },
      read: { ...carol, avatar_url },
      edited: { ...edited, avatar_url },
      blocked: true,
      blocked_again: false,
      unblocked: true,
      removed: { ...edited, avatar_url },
      // The library's word for null.
      removed_again: false,
    });
  });

  it('lists users over all pages', () => {
    expect(answers['users']).toEqual({
      all: ['bob', 'ada', 'root'],
      two: ['bob', 'ada'],
      last: ['root'],
      found: ['bob'],
    });
  });

  it('signs in and reads the current user', () => {
    const signedIn = { current_sign_in_at: null };
    expect(answers['session']).toEqual({
      current: fullView(forge, ada, signedIn),
      token: ada.token,
    });
  });

  it.each(['own', 'of another'])('adds, lists and removes keys and emails: %s', (whose) => {
    const key = {
      id: expect.any(Number) as number,
      title: 'Mill',
      key: KEY,
      created_at: TIMESTAMP,
    };
    expect(answers[`keys ${whose}`]).toEqual({
      made: key,
      listed: [key],
      taken: [400, { fingerprint: TAKEN, key: TAKEN }],
      removed: key,
    });
    const email = { id: expect.any(Number) as number, email: 'second@example.com' };
    expect(answers[`emails ${whose}`]).toEqual({
      made: email,
      listed: [email],
      taken: [400, { email: TAKEN }],
      removed: email,
    });
  });

  it('reads a key and an email of its own', () => {
    expect(answers['one key, one email']).toEqual({
      key: 'Mill',
      email: 'mill@example.com',
      removed: 'Mill',
      removed_again: false,
    });
  });

  it.each([
    ['issue', 'Issue', {}],
    ['snippet', 'Snippet', { title: 'Mill', file_name: 'mill.rb', expires_at: null }],
    ['merge_request', 'MergeRequest', {}],
  ])('creates, reads, edits, lists and removes notes: %s', (kind, type, more) => {
    const { id, username, email, name } = ada;
    const author = { id, username, email, name, state: 'active', created_at: TIMESTAMP };
    const note = {
      id: expect.any(Number) as number,
      ...{ body: TEXT, attachment: null, author, system: false, upvote: false, downvote: false },
      ...{ noteable_id: expect.any(Number) as number, noteable_type: type, created_at: TIMESTAMP },
    };
    const kept = { ...note, updated_at: TIMESTAMP };
    const pages = { avatar_url: `${forge.url}/avatars/${id}.svg`, web_url: `${forge.url}/ada` };
    expect(answers[`notes on ${kind}`]).toEqual({
      made: kept,
      read: { ...kept, ...more },
      edited: { ...kept, body: 'Louder now.' },
      listed: ['Louder now.', 'second', 'third'],
      removed: { ...note, body: 'Louder now.', author: { ...author, ...pages } },
      removed_again: [404, '404 Note Not Found'],
    });
  });

  it.each([
    ['issue', 'Issue'],
    ['snippet', 'Snippet'],
    ['merge_request', 'MergeRequest'],
  ])('gives, lists, reads and withdraws awards: %s', (kind, awardable_type) => {
    const award = expect.objectContaining({ name: '100', awardable_type }) as object;
    expect(answers[`awards on ${kind}`]).toEqual({
      made: award,
      listed: [award],
      read: award,
      removed: award,
    });
  });

  it.each([
    ['issue', [true, [404, '404 Issue Not Found']]],
    ['snippet', [true, [404, '404 Snippet Not Found']]],
    ['merge_request', null],
  ])('lists, reads, edits and removes: %s', (kind, removed) => {
    expect(answers[`item: ${kind}`]).toEqual({
      ...{ listed: true, read: true, edited: 'It hums loudly', removed },
    });
    expect(answers[`awards on a note: ${kind}`]).toEqual({
      ...{ made: '100', listed: ['100'], read: '100', removed: '100', left: [] },
    });
  });

  it('edits, lists and removes a project and its members', () => {
    expect(answers['project and members']).toEqual({
      ...{ edited: 'Mill and store.', listed: expect.arrayContaining(['storing']) as string[] },
      ...{ member: 40, read: 40, members: ['bob'], left: [], removed: true },
    });
  });

  it('reaches every operation that it has a method for', () => {
    expect(missed).toEqual([FIND_KEY, DELETE_LABEL, DELETE_MERGE_REQUEST, REMOVE_IDENTITY]);
  });

  it('creates, edits and lists labels, and gets 404 where it deletes one', () => {
    expect(answers['labels']).toEqual({
      ...{ made: ['bug', '#D9534F', 'It fails.'], edited: 'defect', listed: ['defect', 'mill'] },
      ...{ on_issue: ['defect', 'mill'], not_removed: [404, '404 Not Found'] },
    });
  });

  it('deletes a label with a plain request', async () => {
    const script = `
      require 'gitlab'
      client = Gitlab.client(endpoint: '${forge.api}', private_token: '${ada.token}')
      client.delete('/projects/${project.id}/labels', query: { name: 'defect' })
      puts client.labels(${project.id}).map(&:name)`;
    expect(await run('ruby', ['-'], script)).toBe('mill\n');
  });

  it('reads the text of a snippet', () => {
    expect(answers['content of a snippet']).toBe('puts 1\n');
  });

  it('lists the events of a user over all pages', () => {
    expect(answers['events']).toEqual({
      by_path: true,
      names: [
        ['closed', 'Issue', 'It hums'],
        ['commented on', 'Note', 'It hums'],
        ['opened', 'Issue', 'It hums'],
        ['created', null, null],
      ],
    });
  });

  it('sends sudo', () => {
    expect(answers['sudo']).toEqual({
      current: expect.objectContaining({ username: 'ada', private_token: ada.token }) as object,
      issue: 'ada',
      note: 'ada',
      not_admin: [403, '403 Forbidden'],
      not_allowed: [403, '403 Forbidden  - Must be admin to use sudo'],
    });
  });
});

// Of these statuses the library makes no error: it returns the message as an object.
const returned = (text: string) => ['returned', expect.stringContaining(text) as string];
showsErrors(
  "Debian's ruby-gitlab 4.17.0",
  (given) => runScript('ruby', 'ruby_gitlab_errors.rb', given),
  {
    instead: {
      too_large: returned('Request Entity Too Large'),
      unsupported_type: returned('Unsupported Media Type'),
    },
  },
);
