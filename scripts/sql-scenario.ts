import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DataSource, EntityMetadata } from 'typeorm';
import { Database, ENGINE } from '../src/database/database.js';
import { RequestScope } from '../src/database/request-scope.js';
import type { Engine } from '../src/database/engine.js';
import { statement } from '../src/database/statement.js';
import { buildDocument } from '../src/http/openapi/document.js';
import { Routes } from '../src/http/openapi/routes.js';
import { DeletionWorker } from '../src/core/deletion/deletion.worker.js';
import { AuditRepository } from '../src/core/audit/audit.repository.js';
import { EmailsRepository } from '../src/features/emails/emails.repository.js';
import { OutboxRepository } from '../src/features/mail/outbox.repository.js';
import { IssuesRepository } from '../src/features/issues/issues.repository.js';
import { MergeRequestsRepository } from '../src/features/merge-requests/merge-requests.repository.js';
import { StoredResponsesRepository } from '../src/core/idempotency/stored-responses.repository.js';
import { documentedRequests, type DocumentedRequest } from './documented-requests.js';
import { runDirectoryScenario } from './directory-scenario.js';
import { CredentialsRepository } from '../src/features/users/credentials.repository.js';
import { UsersRepository } from '../src/features/users/users.repository.js';
import { Builders, type ForgeUser } from '../src/app/testing/builders.js';
import { ForgeClient, type ForgeAnswer } from '../src/app/testing/forge-client.js';

export const ROOT = { token: 'token-of-root-0000000', password: 'the password of root' };

interface Caller {
  token: string;
}

/** The position of the row created 5 seconds after 1970 began. */
const CURSOR = Buffer.from('5000.1').toString('base64url');
/** More rows than a list counts, see `MAX_COUNT`. */
const MANY_USERS = 12_000;
const NEWER_USERS = 1_000;
const ROWS = 3_000;
const STEP = 1_000;

/** The search has other plans for short, common and exact texts. */
const SEARCHES = ['eve', 'crowd', 'eve@example.com'];
/** More values of an enum have the same SQL. */
const MAX_VALUES = 4;
/** A list from an offset, past its end, where no row has the total, and from a cursor. */
const PAGES = [{}, { page: '400' }, { pagination: 'keyset', cursor: CURSOR }];
/** So that there is something to change. */
const CHANGED = {
  title: 'Changed',
  name: 'Changed',
  body: 'Changed',
  description: 'Changed by @ada for #1',
  state_event: 'close',
  access_level: 40,
};
/** Deletions of these are not sent by the examples. */
const KEPT = ['/projects/{id}', '/users/{id}'];

const DIGITS = `(SELECT 0 AS d ${Array.from({ length: 9 }, (_, i) => `UNION ALL SELECT ${i + 1}`).join(' ')})`;
const NUMBERS = `(SELECT 1 + a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d AS n
  FROM ${DIGITS} a, ${DIGITS} b, ${DIGITS} c, ${DIGITS} e, (SELECT 0 AS d UNION ALL SELECT 1) f) numbers`;

const firstValues = (query: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, [value = '']]) => [name, value]));

/** Conditions that divide 1 to `count` into steps: on a busy machine, one statement must end within its time limit. */
const inSteps = (count: number, number: string): string[] =>
  Array.from({ length: count / STEP }, (_, i) => {
    const last = (i + 1) * STEP;
    return `${number} > ${i * STEP} AND ${number} <= ${last}`;
  });

/**
 * Requests that call every method of every repository, on tables with thousands of rows. Most are those of the OpenAPI
 * document with its examples, so new lists and new creations are among them.
 */
export class SqlScenario extends Builders {
  private readonly requests: DocumentedRequest[];
  /** The id of an item, by the path of its collection. */
  private readonly ids = new Map<string, number>();
  protected readonly admin = this.as(ROOT);

  constructor(
    private readonly app: NestFastifyApplication,
    private readonly url: string,
  ) {
    super();
    this.requests = documentedRequests(buildDocument(app.get(Routes).list));
  }

  override as(person: Caller | string | null): ForgeClient {
    const token = typeof person === 'string' ? person : (person?.token ?? '');
    return new ForgeClient(`${this.url}/api/v3`, { 'private-token': token });
  }

  async run(): Promise<void> {
    // The ids of the examples are those of the first two users.
    const ada = await this.user({ username: 'ada', provider: 'ldap', extern_uid: 'ada' });
    const eve = await this.user({ username: 'eve' });
    this.ids.set('/users', ada.id);
    await this.createAll(ada);
    await this.sendMails(ada.id);
    const issue = this.fill('/projects/{id}/issues/{issue_id}');
    await this.repeat(ada, issue, 'first');
    await this.seed();
    await this.readLists(eve);
    await this.repeat(ada, issue, 'second');
    await this.changeAll(ada, eve);
  }

  /** Puts the ids of created items into a path. Empty if there is no such item. */
  private fill(path: string): string {
    const [, ...parts] = path.split('/');
    let filled = '';
    for (const part of parts) {
      const value = part.startsWith('{') ? this.ids.get(filled) : part;
      if (value === undefined) return '';
      filled += `/${value}`;
    }
    return filled;
  }

  /** The requests that can be sent, with their paths. */
  private sendable(method: string): (DocumentedRequest & { at: string })[] {
    return this.requests
      .map((request) => ({ ...request, at: this.fill(request.path) }))
      .filter((request) => request.method === method && request.at !== '');
  }

  /** Each operation that creates something, once in each collection. Some examples cannot be created twice. */
  private async createAll(ada: Caller): Promise<void> {
    for (const { path, creates } of this.requests) {
      const [request] = this.sendable('post').filter((one) => one.path === path);
      if (!creates || !request || this.ids.has(request.at)) continue;
      const client = request.forAdministrators ? this.admin : this.as(ada);
      const { status, body } = await client.post<{ id: number }>(request.at, request.body);
      if (status === 201) this.ids.set(request.at, body.id);
    }
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

  /** Each list, with each filter and with all filters. */
  private async readLists(eve: Caller): Promise<void> {
    for (const { at, isList, forAdministrators, query } of this.sendable('get')) {
      const filters = Object.entries({
        ...query,
        ...(query['search'] ? { search: SEARCHES } : {}),
      });
      const each = filters.flatMap(([name, values]) =>
        values.slice(0, MAX_VALUES).map((value) => ({ [name]: value })),
      );
      const all = firstValues(Object.fromEntries(filters));
      for (const person of forAdministrators ? [ROOT] : [ROOT, eve])
        for (const filter of isList ? [{}, ...each, all] : [])
          for (const page of PAGES)
            // Some filters need another one.
            await this.check(this.as(person).get(at, { ...filter, ...page }), 400);
    }
  }

  private async changeAll(ada: ForgeUser, eve: ForgeUser): Promise<void> {
    const project = this.fill('/projects/{id}');
    const snippet = this.fill('/projects/{id}/snippets/{snippet_id}');
    const asAda = this.as(ada);
    for (const { at, isList, forAdministrators } of this.sendable('get')) {
      const client = forAdministrators ? this.admin : asAda;
      if (!isList) await this.check(client.get(at), 400);
      await this.check(client.get(at.replace(project, '/projects/ada%2Fanalytical-engine')), 400);
    }
    // Items before collections: once a label has another name, their labels do not exist.
    for (const { at, path, body } of this.sendable('put').reverse())
      if (path.startsWith('/projects/'))
        await this.check(asAda.put(at, { ...body, ...(path.endsWith('}') ? CHANGED : {}) }));
    await this.confirmAddress(ada.id);
    await runDirectoryScenario(this.app, 'ldap', ada.id);
    await this.check(this.as(null).post('/session', { login: 'ada', password: ada.password }));
    await this.changePassword(eve);
    await this.runCommands();
    await this.check(this.admin.get('/user', { sudo: 'ada' }));
    const audit = this.app.get(AuditRepository, { strict: false });
    await audit.hasRole(1, 1);
    await audit.deleteBefore(1);
    for (const fingerprint of [`SHA256:${'a'.repeat(43)}`, Array(16).fill('00').join(':')])
      await this.check(this.admin.get('/keys', { fingerprint }), 404);
    await this.check(this.as(null).post('/confirmation', { confirmation_token: 'unknown' }), 404);
    await this.visitPages('/ada/analytical-engine', snippet.split('/').at(-1) ?? '');
    await this.changeUser(eve);
    // One of them has thousands of notes, so most are deleted in the background.
    for (const { at, path, query } of this.sendable('delete').reverse())
      if (!KEPT.includes(path)) await this.remove(asAda, at, firstValues(query));
    await this.remove(this.admin, `/users/${eve.id}`);
  }

  private async remove(client: ForgeClient, at: string, params: object = {}): Promise<void> {
    await this.check(client.delete(at, params));
    await this.app.get(DeletionWorker).idle();
  }

  private async changeUser({ id, username }: ForgeUser): Promise<void> {
    const at = `/users/${id}`;
    const uid = { provider: 'ldap', extern_uid: 'new' };
    const { body } = await this.admin.post<{ email: string }>(`${at}/emails`, {
      email: `${username}@example.net`,
    });
    await this.check(this.admin.put(at, { ...uid, email: body.email, admin: false }));
    await this.check(this.admin.put(at, { username: 'root' }), 404);
    await this.check(this.admin.delete(`${at}/identities/${uid.provider}`));
    await this.check(this.admin.put(`${at}/block`));
    await this.check(this.admin.put(`${at}/unblock`));
    await this.check(this.admin.post(`${at}/private_token/reset`));
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

  private async check(sent: Promise<ForgeAnswer<unknown>>, expectedError?: number): Promise<void> {
    const { status, body } = await sent;
    if (status >= 400 && status !== expectedError)
      throw new Error(`The scenario got ${status}: ${JSON.stringify(body)}`);
  }

  /** Copies rows with SQL: over HTTP so many would take minutes. */
  private async seed(): Promise<void> {
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
    for (const { tableName, indices } of this.entities) {
      if (['users', 'user_terms'].includes(tableName)) continue;
      const columns: Record<string, string> = {};
      for (const index of indices.filter(({ isUnique }) => isUnique)) {
        const { databaseName = '', type } = index.columns.at(-1) ?? {};
        columns[databaseName] =
          type === 'varchar' ? "CONCAT('crowd-', n)" : `r.${databaseName} + n`;
      }
      // A user has one identity of a provider.
      if (tableName === 'identities')
        Object.assign(columns, { user_id: 'r.user_id + n', provider: 'r.provider' });
      await this.copy(tableName, ROWS, columns);
    }
  }

  /** Copies the newest row. The copies are older, a millisecond apart, unless `columns` says otherwise. */
  private async copy(table: string, count: number, columns: Record<string, string>): Promise<void> {
    const names =
      this.entities
        .find(({ tableName }) => tableName === table)
        ?.columns.map(({ databaseName }) => databaseName) ?? [];
    const [newest] = await this.dataSource.query<{ id: number }[]>(
      `SELECT MAX(id) AS id FROM ${table}`,
    );
    // MariaDB's own ids have gaps between statements, but others refer to `r.user_id + n`.
    const values: Record<string, string> = { id: 'r.id + n', created_at: 'n', ...columns };
    for (const rows of inSteps(count, 'n'))
      await this.write(
        `INSERT INTO ${table} (${names.join(', ')})
         SELECT ${names.map((name) => values[name] ?? `r.${name}`).join(', ')}
         FROM (SELECT * FROM ${table} WHERE id = ${newest?.id}) r, ${NUMBERS} WHERE ${rows}`,
      );
  }

  private get dataSource(): DataSource {
    return this.app.get<Engine>(ENGINE).dataSource;
  }

  private get entities(): EntityMetadata[] {
    return this.dataSource.entityMetadatas;
  }

  private write(sql: string): Promise<number> {
    return this.app.get(Database).write(RequestScope.background, statement(sql), {});
  }
}
