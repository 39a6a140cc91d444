import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { importFile, type ImportFlags } from '../../src/cli/import.command.js';
import type { ImportCounts } from '../../src/exchange/import-run.js';
import { auditRows, lastAuditId } from '../audit/rows.js';
import { startForge, type Forge } from '../support/app.js';
import { everyRow, orphans, sql } from '../support/internals.js';
import { brokenRules } from '../support/invariants.js';
import { LEVEL } from '../support/seed.js';
import { exportTo, filledForge, freshFile, shownBy } from './sample-forge.js';

let source: Forge;
let target: Forge;
let place: ReturnType<typeof freshFile>;
let counts: Record<string, number>;

beforeAll(async () => {
  source = await filledForge();
  place = freshFile();
  ({ counts } = await exportTo(source, place.file));
});
afterAll(async () => {
  await source.close();
  place.remove();
});
beforeEach(async () => {
  target = await startForge();
});
afterEach(() => target.close());

async function importInto(forge: Forge, flags: ImportFlags = {}, file = place.file) {
  const { text, data } = await importFile(forge.app, file, flags);
  return { text, ...(data as ImportCounts) };
}
const lines = () => readFileSync(place.file, 'utf8').trim().split('\n');
describe('an export', () => {
  it('has every kind of line, and no secret', async () => {
    const kinds = new Set(lines().map((line) => (JSON.parse(line) as { kind: string }).kind));
    expect([...kinds].sort()).toEqual(
      ['award_emoji', 'email', 'end', 'header', 'issue', 'key', 'member', 'merge_request']
        .concat('note', 'project', 'snippet', 'user')
        .sort(),
    );
    const text = readFileSync(place.file, 'utf8');
    for (const row of await sql<Record<string, string>>(source, 'SELECT * FROM users'))
      for (const column of ['password_hash', 'token_digest', 'token_sealed'])
        if (row[column]) expect(text).not.toContain(row[column]);
    expect(statSync(place.file).mode & 0o777).toBe(0o600);
  });
});

describe('an import into an empty forge', () => {
  it('lets the API answer as before', async () => {
    const { created, present, left_out } = await importInto(target);
    expect({ ...created, user: (created.user ?? 0) + 1 }).toEqual(counts);
    expect([present, left_out]).toEqual([{ user: 1 }, {}]);
    expect(await shownBy(target)).toEqual(await shownBy(source));
    expect(await orphans(target)).toEqual([]);
    expect(await brokenRules(target)).toEqual({});
  });

  it('creates nothing the second time', async () => {
    await importInto(target);
    const before = await everyRow(target);
    const { text, created, present } = await importInto(target);
    expect(created).toEqual({});
    expect(present).toEqual(counts);
    expect(text).toMatch(/^Created: nothing\. There already: \d+ users, /);
    expect(await everyRow(target)).toEqual(before);
  });

  it('counts the same with --dry-run, and changes nothing', async () => {
    const before = await everyRow(target);
    const dry = await importInto(target, { dryRun: true });
    expect(await everyRow(target)).toEqual(before);
    const { created, present, left_out } = await importInto(target);
    expect([dry.created, dry.present, dry.left_out]).toEqual([created, present, left_out]);
  });

  it('gives the next issue a number that no issue had', async () => {
    await importInto(target);
    const created = await target.root.post<{ iid: number }>('/projects/ada%2Fengine/issues', {
      title: 'Next',
    });
    expect(created.body.iid).toBe(4);
  });

  it('creates users whose password and token nobody knows', async () => {
    const { text } = await importInto(target);
    expect(text).toContain('reset them with forgenote user reset-password USER');
    const { status } = await target.anonymous.post('/session', {
      login: 'ada',
      password: 'no password at all',
    });
    expect(status).toBe(401);
    const hashes = await sql<{ password_hash: string }>(target, 'SELECT password_hash FROM users');
    for (const { password_hash: hash } of hashes.filter((row) => row.password_hash !== ''))
      expect(hash).toMatch(/^\$argon2id\$/);
    const search = { search: 'lovelace@example.com' };
    expect((await target.root.get<{ username: string }[]>('/users', search)).body).toMatchObject([
      { username: 'Ada' },
    ]);
  });

  it('records each new user, address, key and membership, the start and the end in the audit trail', async () => {
    writeFileSync(place.in('names.json'), JSON.stringify({ Ada: 'grace' }));
    const grace = await target.seed.user({ username: 'grace' });
    const before = await lastAuditId(target);
    await importInto(target, { mapUsers: place.in('names.json') });
    const rows = await auditRows(target, before);
    const actions = rows.map(({ action }) => action);
    expect(actions.slice(-2)).toEqual(['import.started', 'import.finished']);
    const of = (wanted: string) => rows.filter(({ action }) => action === wanted);
    expect(of('user.created').map(({ details }) => details['username'])).toEqual(['bob', 'eve']);
    expect(of('email.added')).toMatchObject([
      { subject_id: grace.id, details: { username: 'grace', email: 'lovelace@example.com' } },
    ]);
    const key = { title: 'Laptop', fingerprint: expect.stringMatching(/^SHA256:/) as string };
    expect(of('key.added')).toMatchObject([
      { subject_id: grace.id, details: { username: 'grace', key } },
    ]);
    const joined = (access_level: number) => ({ access_level: { from: null, to: access_level } });
    expect(of('member.added').map(({ details }) => details)).toEqual([
      { username: 'bob', project: expect.any(Number) as number, changes: joined(LEVEL.developer) },
      { username: 'eve', project: expect.any(Number) as number, changes: joined(LEVEL.reporter) },
    ]);
    expect(rows).toHaveLength(2 + 1 + 1 + 2 + 2);
    const listed = await target.root.get<unknown[]>('/audit_events', { per_page: 1 });
    expect(listed.body).toMatchObject([
      { action: 'import.finished', origin: 'command line', subject_type: 'import', caller: null },
    ]);
  });
});

describe('an import into a forge with users', () => {
  it('uses the user with the same address, and does not change it', async () => {
    const ada = await target.seed.user({ username: 'countess', email: 'ada@x.org' });
    const { created, present } = await importInto(target);
    expect([created.user, present.user]).toEqual([2, 2]);
    const { body } = await target.root.get<{ author: object }[]>(
      '/projects/countess%2Fengine/issues',
    );
    expect(body).toContainEqual(
      expect.objectContaining({ author: expect.objectContaining({ id: ada.id }) as object }),
    );
    expect((await ada.client.get('/user')).status).toBe(200);
  });

  it('uses the user that --map-users names', async () => {
    const grace = await target.seed.user({ username: 'grace' });
    writeFileSync(place.in('map.json'), JSON.stringify({ Ada: 'Grace' }));
    const { created } = await importInto(target, { mapUsers: place.in('map.json') });
    expect(created.user).toBe(2);
    expect((await target.root.get('/projects/grace%2Fengine')).status).toBe(200);
    expect((await importInto(target, { mapUsers: place.in('map.json') })).created).toEqual({});
    expect((await grace.client.get('/user')).status).toBe(200);
  });

  it('leaves out addresses and keys that another user has', async () => {
    const other = await target.seed.user();
    await target.root.post(`${other.at}/emails`, { email: 'lovelace@example.com' });
    const { created, left_out, text } = await importInto(target);
    expect([created.email, left_out]).toEqual([undefined, { email: 1 }]);
    expect(text).toContain(
      'Left out, because another user has the same or the user has the maximum of 100: 1 email.',
    );
  });

  it('refuses a username that belongs to another address, and changes nothing', async () => {
    await target.seed.user({ username: 'BOB', email: 'robert@example.com' });
    const before = await everyRow(target);
    await expect(importInto(target)).rejects.toThrow(
      'The username bob belongs to a user with another address: name an existing user for it in --map-users.\nNothing was changed.',
    );
    expect(await everyRow(target)).toEqual(before);
  });

  it('refuses an issue that has the number of another one', async () => {
    const ada = await target.seed.user({ username: 'Ada', email: 'ada@x.org' });
    await target.seed.issue(await target.seed.project(ada, { path: 'engine' }), ada);
    await expect(importInto(target)).rejects.toThrow(
      'The issue 1 of Ada/Engine exists, and was created at another time: rename the existing project first.',
    );
  });
});
