import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Database, ENGINE } from '../src/database/database.js';
import { RequestScope } from '../src/database/request-scope.js';
import type { Engine } from '../src/database/engine.js';
import { statement } from '../src/database/statement.js';
import { DeletionWorker } from '../src/core/deletion/deletion.worker.js';
import { AuditRepository } from '../src/core/audit/audit.repository.js';
import { EmailsRepository } from '../src/features/emails/emails.repository.js';
import { OutboxRepository } from '../src/features/mail/outbox.repository.js';
import { IssuesRepository } from '../src/features/issues/issues.repository.js';
import { MergeRequestsRepository } from '../src/features/merge-requests/merge-requests.repository.js';
import { StoredResponsesRepository } from '../src/core/idempotency/stored-responses.repository.js';
import type { ProjectView } from '../src/features/projects/project.view.js';
import { runDirectoryScenario } from './directory-scenario.js';
import { CredentialsRepository } from '../src/features/users/credentials.repository.js';
import { UsersRepository } from '../src/features/users/users.repository.js';
import { Builders, type ForgeUser, type Made } from '../src/app/testing/builders.js';
import { ForgeClient, type ForgeAnswer } from '../src/app/testing/forge-client.js';

export const ROOT = { token: 'token-of-root-0000000', password: 'the password of root' };

interface Caller {
  token: string;
}

const PUSH = { before: '0'.repeat(40), after: 'a'.repeat(40), ref: 'refs/heads/master' };
/** The position of the row created 5 seconds after 1970 began. */
const CURSOR = Buffer.from('5000.1').toString('base64url');
/** More rows than a list counts, see `MAX_COUNT`. */
const MANY_USERS = 12_000;
const NEWER_USERS = 1_000;
const ROWS = 3_000;
const STEP = 1_000;

const DIGITS = `(SELECT 0 AS d ${Array.from({ length: 9 }, (_, i) => `UNION ALL SELECT ${i + 1}`).join(' ')})`;
const NUMBERS = `(SELECT 1 + a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d AS n
  FROM ${DIGITS} a, ${DIGITS} b, ${DIGITS} c, ${DIGITS} e, (SELECT 0 AS d UNION ALL SELECT 1) f) numbers`;

/** Conditions that divide 1 to `count` into steps: on a busy machine, one statement must end within its time limit. */
const inSteps = (count: number, number: string): string[] =>
  Array.from({ length: count / STEP }, (_, i) => {
    const last = (i + 1) * STEP;
    return `${number} > ${i * STEP} AND ${number} <= ${last}`;
  });

/** Requests that call every method of every repository, on tables with thousands of rows. */
export class SqlScenario extends Builders {
  protected readonly admin = this.as(ROOT);

  constructor(
    private readonly app: NestFastifyApplication,
    private readonly url: string,
  ) {
    super();
  }

  override as(person: Caller | string | null): ForgeClient {
    const token = typeof person === 'string' ? person : (person?.token ?? '');
    return new ForgeClient(`${this.url}/api/v3`, { 'private-token': token });
  }

  async run(): Promise<void> {
    const ada = await this.user({ username: 'ada', provider: 'ldap', extern_uid: 'ada' });
    const eve = await this.user({ username: 'eve' });
    const project = await this.project({ owner: ada, visibility_level: 20 });
    await this.member(project, eve, 40);
    const by = { author: ada, project };
    const issue = await this.issue({ ...by, assignee_id: ada.id });
    const items = [await this.snippet(by), await this.mergeRequest(by), issue];
    for (const on of items) await this.note({ on, author: ada });
    await this.check(this.as(ada).post(`${issue.at}/award_emoji`, { name: 'tada' }));
    await this.check(this.as(ada).post(`${project.at}/push_events`, PUSH));
    await this.key(ada);
    await this.email(ada);
    await this.sendMails(ada.id);
    await this.repeat(ada, issue.at, 'first');
    await this.seed();
    await this.readLists(ada, eve, project.at, items);
    await this.repeat(ada, issue.at, 'second');
    await this.changeAll(ada, eve, project, items);
  }

  /** Calls every method of stored responses. */
  private async repeat(ada: Caller, issue: string, key: string): Promise<void> {
    const client = this.as(ada).with({ 'idempotency-key': key });
    await this.check(client.post(`${issue}/notes`, {}), 400);
    await this.check(client.post(`${issue}/notes`, { body: 'Once' }));
    await this.write('UPDATE stored_responses SET expires_at = 0');
    await this.check(client.post(`${issue}/notes`, { body: 'Twice' }));
    const responses = this.app.get(StoredResponsesRepository, { strict: false });
    await responses.deleteExpired(1);
  }

  private async readLists(
    ada: Caller & { id: number },
    eve: Caller,
    project: string,
    items: readonly { at: string }[],
  ): Promise<void> {
    const pages = async (person: Caller, ...paths: string[]) => {
      for (const path of paths) {
        await this.get(person, path);
        // Past the end, where no row has the total.
        await this.get(person, path, { page: '400' });
        await this.get(person, path, { pagination: 'keyset' });
        await this.get(person, path, { pagination: 'keyset', cursor: CURSOR });
      }
    };
    await this.get(ada, '/user');
    await pages(ada, '/user/keys', '/user/emails', '/projects', '/projects/visible');
    await pages(ROOT, '/projects/all', '/users', `${project}/members`);
    for (const { at } of items) await pages(eve, `${at}/notes`, `${at}/award_emoji`);
    for (const name of ['issues', 'snippets', 'merge_requests'])
      await pages(eve, `${project}/${name}`);
    for (const state of ['opened', 'closed', 'merged']) {
      if (state !== 'merged') await this.get(eve, `${project}/issues`, { state });
      await this.get(eve, `${project}/merge_requests`, { state });
    }
    for (const name of ['issues', 'merge_requests']) {
      await pages(eve, `${project}/${name}?order_by=updated_at`);
      await this.get(eve, `${project}/${name}`, { iid: '1' });
    }
    for (const path of [`${project}/issues?sort=asc`, `${items[2]?.at ?? ''}/notes?sort=desc`])
      await pages(eve, path);
    const events = `/users/${ada.id}/events`;
    await pages(eve, events);
    for (const filter of ['sort=asc', 'action=opened', 'before=2099-01-01', 'after=2001-01-01'])
      await this.get(eve, `${events}?${filter}`);
    for (const target_type of ['issue', 'merge_request', 'note'])
      await this.get(eve, events, { target_type });
    for (const filter of [
      ...['', 'action=user.created', 'caller_id=1', 'actor_id=1', 'subject_type=user&subject_id=1'],
      ...[
        'ip=127.0.0.1',
        'created_after=2001-01-01T00:00:00Z',
        'created_before=2001-01-01T00:00:00Z',
      ],
    ])
      await pages(ROOT, `/audit_events?${filter}`);
    for (const filter of ['active=true', 'blocked=true', 'external=true', 'username=eve'])
      await this.get(ROOT, `/users?${filter}`);
    for (const person of [ROOT, eve]) {
      for (const search of ['eve', 'crowd', 'eve@example.com']) {
        await pages(person, `/users?search=${search}`);
        await this.get(person, '/users', { search, active: 'true' });
      }
    }
  }

  private async changeAll(
    ada: ForgeUser,
    eve: ForgeUser,
    project: Made<ProjectView>,
    items: readonly { at: string }[],
  ): Promise<void> {
    const byPath = project.path_with_namespace.replace('/', '%2F');
    const asAda = this.as(ada);
    // Given by the owner, which the service checks again when it writes.
    const created_at = '2001-01-01T00:00:00Z';
    await this.check(asAda.put(project.at, { name: 'New name' }));
    await this.check(asAda.put(`${project.at}/members/${eve.id}`, { access_level: 30 }));
    for (const { at } of items) {
      const note = await this.check(asAda.post(`${at}/notes`, { body: 'Note', created_at }));
      const notePath = `${at}/notes/${note.id}`;
      await this.check(asAda.put(notePath, { body: 'Changed' }));
      for (const path of [at, notePath]) {
        const awards = `${path}/award_emoji`;
        const award = await this.check(asAda.post(awards, { name: 'moon' }));
        await this.check(asAda.get(`${awards}/${award.id}`));
        await this.check(asAda.delete(`${awards}/${award.id}`));
        await this.check(asAda.get(path.replace(/\d+/, byPath)));
        await this.check(asAda.get(`${path.replace(/\d+/, byPath)}/award_emoji`));
      }
      await this.check(asAda.get(at));
      await this.check(asAda.put(at, { title: 'New title' }));
      await this.check(asAda.delete(notePath));
    }
    await this.confirmAddress(ada.id);
    await runDirectoryScenario(this.app, 'ldap', ada.id);
    const [snippet, , issue] = items.map(({ at }) => at) as [string, string, string];
    await this.check(asAda.put(issue, { state_event: 'close' }));
    await this.check(asAda.get(`${snippet}/raw`));
    await this.check(this.as(null).post('/session', { login: 'ada', password: ada.password }));
    await this.changePassword(eve);
    await this.runCommands();
    await this.get(ROOT, '/user', { sudo: 'ada' });
    const audit = this.app.get(AuditRepository, { strict: false });
    await audit.hasRole(1, 1);
    await audit.deleteBefore(1);
    for (const fingerprint of [`SHA256:${'a'.repeat(43)}`, Array(16).fill('00').join(':')])
      await this.check(this.admin.get('/keys', { fingerprint }), 404);
    await this.check(this.as(null).post('/confirmation', { confirmation_token: 'unknown' }), 404);
    await this.check(asAda.put(snippet, { visibility_level: 20 }));
    await this.visitPages(new URL(project.web_url).pathname, snippet.split('/').at(-1) ?? '');
    const key = await this.key(eve);
    const email = await this.email(eve);
    await this.check(this.as(eve).get(`/user/keys/${key.id}`));
    await this.check(this.as(eve).delete(`/user/keys/${key.id}`));
    await this.check(this.as(eve).get(`/user/emails/${email.id}`));
    await this.check(this.as(eve).delete(`/user/emails/${email.id}`));
    const uid = { provider: 'ldap', extern_uid: 'new' };
    const { email: moved } = await this.email(eve);
    await this.check(this.admin.put(`/users/${eve.id}`, { ...uid, email: moved, admin: false }));
    await this.check(this.admin.put(`/users/${eve.id}`, { username: 'root' }), 404);
    await this.check(this.admin.delete(`/users/${eve.id}/identities/${uid.provider}`));
    await this.check(this.admin.put(`/users/${eve.id}/block`));
    await this.check(this.admin.put(`/users/${eve.id}/unblock`));
    await this.check(asAda.delete(`${project.at}/members/${eve.id}`));
    await this.check(this.admin.post(`/users/${eve.id}/private_token/reset`));
    await this.check(this.admin.delete(`/users/${eve.id}`));
    // It has thousands of notes, so most of them are deleted in the background.
    await this.check(this.admin.delete(issue));
    await this.app.get(DeletionWorker).idle();
  }

  private async changePassword(user: ForgeUser): Promise<void> {
    const passwords = { current_password: user.password, password: 'another password' };
    await this.check(this.as(user).put('/user/password', passwords));
  }

  /** What only the command line does. */
  private async runCommands(): Promise<void> {
    await this.app.get(UsersRepository, { strict: false }).findAdministrators();
    const credentials = this.app.get(CredentialsRepository, { strict: false });
    const [token] = await credentials.findSealedTokens(0, 1);
    if (!token) throw new Error('The scenario has no user');
    const issues = this.app.get(IssuesRepository, { strict: false });
    const mergeRequests = this.app.get(MergeRequestsRepository, { strict: false });
    await this.app.get(Database).unit(RequestScope.background, async (unit) => {
      await unit.withRepository(credentials).replaceSealed(token, token.token_sealed);
      await unit.withRepository(issues).raiseCounter(1);
      await unit.withRepository(mergeRequests).raiseCounter(1);
    });
  }

  /** Opens each page with a cursor too. */
  private async visitPages(project: string, snippet: string): Promise<void> {
    for (const page of [
      ...['/ada', '/ada.keys', '/public/users', '/public/projects', project],
      ...[`${project}/issues`, `${project}/issues/1`, `${project}/merge_requests`],
      ...[`${project}/merge_requests/1`, `${project}/snippets`, `${project}/snippets/${snippet}`],
    ]) {
      for (const query of ['', `?cursor=${CURSOR}`]) {
        const { status } = await fetch(this.url + page + query);
        if (status !== 200) throw new Error(`The scenario got ${status} for ${page}`);
      }
    }
  }

  /** What a confirmation does: the service of the scenario sends no mail. */
  private async confirmAddress(user: number): Promise<void> {
    const emails = this.app.get(EmailsRepository, { strict: false });
    const credentials = this.app.get(CredentialsRepository, { strict: false });
    const now = Date.now();
    await this.app.get(Database).unit(RequestScope.background, async (unit) => {
      const own = unit.withRepository(emails);
      await own.isTaken(user, 'new@example.com');
      const email = 'new@example.com';
      const id = await own.addUnconfirmed(user, email);
      await own.setSecret({ id, userId: user, email }, 'digest', now);
      await own.findUnconfirmed('digest', 1);
      await own.confirm({ id, user_id: user, unconfirmed_email: email });
      await unit.withRepository(credentials).setSecret({ id: user, email }, 'digest', now);
      await unit.withRepository(credentials).confirmAddress('digest', 1, now);
    });
  }

  /** What the sender of mails does. */
  private async sendMails(user: number): Promise<void> {
    const outbox = this.app.get(OutboxRepository, { strict: false });
    // Of a kind that nobody knows: the service of the scenario sends no mail.
    const mail = { kind: 'none', userId: user, emailId: null, recipient: 'new@example.com' };
    await this.app.get(Database).unit(RequestScope.background, async (unit) => {
      const own = unit.withRepository(outbox);
      await own.add(mail, 1);
      await own.removeOf(user, null);
      await own.add(mail, 1);
      await own.claim(1, 'lease', 1, 1);
      await own.postpone(1, 'lease', 1);
      await own.countFailure(1, 'lease', 1);
      await own.finish(1, 'lease');
    });
    await outbox.findDue(Date.now(), 5);
  }

  private async get(
    person: Caller,
    path: string,
    query: Record<string, string> = {},
  ): Promise<void> {
    const joined = path + (path.includes('?') ? '&' : '?') + new URLSearchParams(query).toString();
    await this.check(this.as(person).get(joined));
  }

  /** Returns the body. */
  private async check(
    sent: Promise<ForgeAnswer<unknown>>,
    expectedError?: number,
  ): Promise<{ id: number }> {
    const { status, body } = await sent;
    if (status < 400 || status === expectedError) return body as { id: number };
    throw new Error(`The scenario got ${status}: ${JSON.stringify(body)}`);
  }

  /** Copies rows with SQL: over HTTP so many would take minutes. */
  private async seed(): Promise<void> {
    const text = (column: string) => ({ [column]: `CONCAT('crowd-', n)` });
    const crowd = (name: string, created_at: string) => ({
      ...{ username: `CONCAT('${name}-', n)`, username_key: `CONCAT('${name}-', n)`, created_at },
      token_digest: `CONCAT('${name}', n)`,
    });
    await this.copy('users', MANY_USERS, crowd('crowd', 'n'));
    await this.copy('users', NEWER_USERS, crowd('late', `${MANY_USERS} + n`));
    for (const rows of inSteps(MANY_USERS, 'created_at'))
      await this.write(
        `INSERT INTO user_terms (user_id, email_id, is_address, term, repeats, user_created_at)
         SELECT id, 0, 0, username_key, 0, created_at FROM users
         WHERE username_key LIKE 'crowd-%' AND ${rows}`,
      );
    const unique: Record<string, Record<string, string>> = {
      emails: text('email'),
      ssh_keys: text('fingerprint_sha256'),
      // A user has one identity of a provider.
      identities: { ...text('extern_uid'), user_id: 'r.user_id + n' },
      projects: text('path_key'),
      project_members: { user_id: 'r.user_id + n' },
      issues: { iid: 'r.iid + n' },
      merge_requests: { iid: 'r.iid + n' },
      award_emoji: text('name'),
      stored_responses: text('request_key'),
      audit_events: {},
      outbox_mails: {},
      ...{ snippets: {}, notes: {}, events: {} },
    };
    for (const [table, columns] of Object.entries(unique)) await this.copy(table, ROWS, columns);
  }

  /** Copies the newest row. The copies are older, a millisecond apart, unless `columns` says otherwise. */
  private async copy(table: string, count: number, columns: Record<string, string>): Promise<void> {
    const { dataSource } = this.app.get<Engine>(ENGINE);
    const names =
      dataSource.entityMetadatas
        .find(({ tableName }) => tableName === table)
        ?.columns.map(({ databaseName }) => databaseName) ?? [];
    const [newest] = await dataSource.query<{ id: number }[]>(`SELECT MAX(id) AS id FROM ${table}`);
    // MariaDB's own ids have gaps between statements, but others refer to `r.user_id + n`.
    const values: Record<string, string> = { id: 'r.id + n', created_at: 'n', ...columns };
    for (const rows of inSteps(count, 'n'))
      await this.write(
        `INSERT INTO ${table} (${names.join(', ')})
         SELECT ${names.map((name) => values[name] ?? `r.${name}`).join(', ')}
         FROM (SELECT * FROM ${table} WHERE id = ${newest?.id}) r, ${NUMBERS} WHERE ${rows}`,
      );
  }

  private write(sql: string): Promise<number> {
    return this.app.get(Database).write(RequestScope.background, statement(sql), {});
  }
}
