import { normalizeEmail } from '../emails/email-address.js';
import { parseSshPublicKey } from '../keys/ssh-public-key.js';
import { GHOST, nameProblem } from '../users/user-name.js';
import { accountKey, isAddress } from './account-values.js';
import { ApiConversations } from './api-conversations.js';
import { integerOf, partOf, textOf, timeOf } from './api-values.js';
import {
  issueLineOf,
  mergeRequestLineOf,
  projectLineOf,
  snippetLineOf,
  userLineOf,
  usernameIn,
} from './api-lines.js';
import { FirstLines } from './first-lines.js';
import { HistoricApi, type Row } from './historic-api.js';
import { identities, type IdentityOfLine } from './fields.js';
import type { DataLine, LineOf } from './lines.js';
import { UnusableData } from './unusable-data.js';
import type { Warnings } from './warnings.js';

const OLDEST_FIRST = '&order_by=created_at&sort=asc';
const LEVELS = [10, 20, 30, 40] as const;

type Person = Pick<LineOf<'user'>, 'username' | 'email' | 'created_at'>;

/** What a historic server does not say. */
export interface Presets {
  projectsLimit: number;
}

/** Reads everything that the interface of a historic server shows an administrator, as the lines of an export. */
export class ApiSource {
  private readonly usernames = new Set<string>();
  private readonly firstLines = new FirstLines();
  private readonly conversations: ApiConversations;
  /** An active user of the server who is no administrator. Null if there is none. */
  private viewer: number | null = null;

  constructor(
    private readonly api: HistoricApi,
    private readonly warnings: Warnings,
    private readonly presets: Presets,
  ) {
    this.conversations = new ApiConversations(api, warnings, this.personIn.bind(this));
  }

  async *lines(): AsyncGenerator<DataLine> {
    const me = await this.api.one('/user');
    if (textOf(me ?? {}, 'username') === '')
      throw new UnusableData(
        'The server of --from-api has no /user of a historic interface: check the URL. Nothing was changed.',
      );
    if (me?.['is_admin'] === false)
      throw new UnusableData(
        'The token of --token-file is not one of an administrator, so email addresses and private projects are missing: use another token. Nothing was changed.',
      );
    const users: [string, Person][] = [];
    for await (const row of this.api.requiredList('/users')) {
      const at = `/users/${integerOf(row, 'id', 0)}`;
      const user = await this.user(row, at);
      if (!user) continue;
      const { username, email, created_at } = user;
      if (!user.admin && user.state === 'active') this.viewer ??= integerOf(row, 'id', 0);
      users.push([at, { username, email, created_at }]);
      yield user;
    }
    // After all primary addresses, because a secondary address gives way to them.
    for (const [at, user] of users) yield* this.addressesAndKeys(at, user);
    for await (const row of this.api.requiredList('/projects/all')) yield* this.project(row);
  }

  private async user(listed: Row, at: string): Promise<LineOf<'user'> | null> {
    // Some servers show all fields only of a single user.
    const row = 'email' in listed ? listed : ((await this.api.one(at)) ?? listed);
    const user = userLineOf(row, this.presets.projectsLimit);
    user.identities = user.identities.filter((one) => this.acceptsAccount(one));
    if (user.username === GHOST || !this.warnings.accepts(user)) return null;
    this.usernames.add(user.username);
    this.isNew('address', user.email);
    return user;
  }

  private async *addressesAndKeys(
    at: string,
    { username, email: primary, created_at }: Person,
  ): AsyncGenerator<DataLine> {
    const rows = await this.oldestFirst('email addresses', `${at}/emails`);
    const emails = rows.map((row) => normalizeEmail(textOf(row, 'email')));
    for (const email of emails) {
      const line: LineOf<'email'> = { kind: 'email', user: username, email, created_at };
      if (email === primary) continue;
      if (!isAddress(email)) this.warnings.add('email addresses that are not valid');
      else if (!(await this.isConfirmed(email, username, [primary, ...emails])))
        this.warnings.add('email addresses that are not confirmed');
      else if (!this.isNew('address', email))
        this.warnings.add('email addresses that another user has');
      else if (this.warnings.accepts(line)) yield line;
    }
    for await (const one of this.listed('SSH keys', `${at}/keys`)) {
      const key = typeof one['key'] === 'string' ? one['key'].trim() : '';
      const line: LineOf<'key'> = {
        ...{ kind: 'key', user: username, title: textOf(one, 'title'), key },
        created_at: timeOf(one, 'created_at') ?? created_at,
      };
      const parsed = parseSshPublicKey(key);
      if (!parsed) this.warnings.add('SSH keys of a kind that is not accepted');
      else if (!this.isNew('SSH key', parsed.sha256))
        this.warnings.add('SSH keys that another user has');
      else if (this.warnings.accepts(line)) yield line;
    }
  }

  /**
   * Whether the server finds the user by a secondary address. It finds nobody by an address that waits for its
   * confirmation: imported, it would keep its owner from adding it.
   *
   * @param others all addresses of the user
   */
  private async isConfirmed(
    email: string,
    username: string,
    others: readonly string[],
  ): Promise<boolean> {
    // Historic servers have no unconfirmed secondary addresses.
    if (!this.api.hasCursors) return true;
    // Administrators find users by parts of an address too, other users only by the whole one.
    const isPart = others.some((other) => other !== email && other.includes(email));
    const sudo = isPart && this.viewer !== null ? `&sudo=${this.viewer}` : '';
    const query = new URLSearchParams({ search: email, username });
    const found = this.api.requiredList('/users', `&${query.toString()}${sudo}`);
    return (await found.next()).done !== true;
  }

  private async *project(row: Row): AsyncGenerator<DataLine> {
    const owner = usernameIn(row, 'owner') || textOf(partOf(row, 'namespace'), 'path');
    if (owner !== GHOST && !this.usernames.has(owner)) {
      this.warnings.add('projects that belong to a group or to an unknown user');
      return;
    }
    const line = projectLineOf(row, owner);
    if (nameProblem(line.path) !== null) {
      this.warnings.add('projects whose path cannot be used here');
      return;
    }
    if (!this.warnings.accepts(line)) return;
    yield line;
    const { project } = line;
    const at = `/projects/${integerOf(row, 'id', 0)}`;
    for (const member of await this.oldestFirst('members', `${at}/members`)) {
      const user = textOf(member, 'username');
      const level = Math.min(integerOf(member, 'access_level', 0), 40);
      const access_level = LEVELS.find((known) => known === level);
      if (user === owner) continue;
      if (access_level === undefined || !this.usernames.has(user))
        this.warnings.add('members with an unknown user or level');
      else yield { kind: 'member', project, user, access_level, created_at: line.created_at };
    }
    for await (const issue of this.listed('issues', `${at}/issues`, OLDEST_FIRST)) {
      const item = issueLineOf(issue, project, this.peopleOf(issue));
      if (this.warnings.accepts(item)) yield* this.item(item, item.iid, issue, `${at}/issues`);
    }
    const requests = `${at}/merge_requests`;
    for await (const request of this.listed('merge requests', requests, OLDEST_FIRST)) {
      const item = mergeRequestLineOf(request, project, this.peopleOf(request));
      if (this.warnings.accepts(item)) yield* this.item(item, item.iid, request, requests);
    }
    const snippets = `${at}/snippets`;
    for await (const snippet of this.listed('snippets', snippets)) {
      const code = await this.api.text(`${snippets}/${integerOf(snippet, 'id', 0)}/raw`);
      const item = snippetLineOf(snippet, project, this.peopleOf(snippet), code ?? '');
      if (code === null) this.warnings.add('snippets whose code the server does not show');
      else if (this.warnings.accepts(item)) yield* this.item(item, item.number, snippet, snippets);
    }
  }

  private async *item(
    line: LineOf<'issue' | 'merge_request' | 'snippet'>,
    noteable: number,
    row: Row,
    list: string,
  ): AsyncGenerator<DataLine> {
    yield line;
    const place = { project: line.project, noteable_kind: line.kind, noteable };
    yield* this.conversations.lines(`${list}/${integerOf(row, 'id', 0)}`, place);
  }

  private async *listed(what: string, path: string, order = ''): AsyncGenerator<Row> {
    const isThere = yield* this.api.list(path, order);
    if (!isThere) this.warnings.add(`${what} of a list that the server does not have`);
  }

  private isNew(what: 'address' | 'SSH key' | 'directory account', value: string): boolean {
    return this.firstLines.claim(what, value, 0) === null;
  }

  private acceptsAccount(account: IdentityOfLine): boolean {
    const isValid = identities.accepts([account]);
    const { provider, extern_uid: uid } = account;
    const isAccepted = isValid && this.isNew('directory account', accountKey(provider, uid));
    if (!isAccepted)
      this.warnings.add(
        `directory accounts that ${isValid ? 'another user has' : 'cannot be used here'}`,
      );
    return isAccepted;
  }

  /** For lists without times. They are short, and newest first. */
  private async oldestFirst(what: string, path: string): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const row of this.listed(what, path)) rows.push(row);
    return rows.reverse();
  }

  private peopleOf(row: Row): { author: string; assignee: string | null } {
    const assignee = usernameIn(row, 'assignee');
    return {
      author: this.personIn(row, 'author'),
      assignee: this.usernames.has(assignee) ? assignee : null,
    };
  }

  /** The ghost if the server does not list the user any more. */
  private personIn(row: Row, field: string): string {
    const username = usernameIn(row, field);
    return this.usernames.has(username) ? username : GHOST;
  }
}
