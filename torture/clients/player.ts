import { setTimeout as delay } from 'node:timers/promises';
import { isSuccess, type Ledger, type Outcome } from '../ledger/ledger.js';
import { newRow, type Content, type Row, type TableName } from '../ledger/row.js';
import type { Random } from '../random.js';
import { sshKey, textWith } from './contents.js';
import type { HttpRequest, Sender } from './http-client.js';

/** How long a client repeats a request with a key after the faults. During them, the service may be away too often. */
const REPEAT_MS = 60_000;
const PAUSE_MS = 50;
/** Share of the creates with a key. */
const KEYED = 0.5;
/** Issues and users with many rows are deleted in another way, which the deletion tests cover. */
const MAX_NOTES = 40;

interface Issue {
  row: Row;
  id: number;
  notes: Row[];
}

interface User {
  row: Row;
  id: number;
}

/** A request of which the ledger expects something. */
interface Write {
  row: Row;
  /** Content of the row afterwards. */
  next: Content;
  request: HttpRequest;
}

/** One client: sends random requests one after the other, each for rows of its own. */
export class Player {
  private issues: Issue[] = [];
  private users: User[] = [];
  private count = 0;
  private isOver = () => true;

  /** @param name unique in the run; part of the markers */
  constructor(
    private readonly client: Sender,
    private readonly ledger: Ledger,
    private readonly random: Random,
    private readonly project: number,
    private readonly name: string,
  ) {}

  async play(isOver: () => boolean): Promise<void> {
    this.isOver = isOver;
    while (!isOver()) await this.step();
  }

  /** Creates one note, by default on any issue of this client. Returns whether the service confirmed it. */
  async createNote(options: { keyed?: number; issue?: Issue } = {}): Promise<boolean> {
    const { keyed = KEYED, issue = await this.anIssue() } = options;
    if (!issue) return false;
    const row = this.newRow('notes', issue.row);
    const body = textWith(row.marker, this.random, true);
    const request = this.post(`${this.pathOf(issue)}/notes`, { body }, keyed);
    if (!(await this.write({ row, next: body, request }))) return false;
    issue.notes.push(row);
    return true;
  }

  /** Sends one request. */
  async step(): Promise<void> {
    const n = this.random.next();
    if (n < 0.5) await this.createNote();
    else if (n < 0.65) await this.changeNote();
    else if (n < 0.75) await this.deleteNote();
    else if (n < 0.82) await this.createIssue();
    else if (n < 0.86) await this.changeIssue();
    else if (n < 0.88) await this.deleteIssue();
    else if (n < 0.9) await this.createUser();
    else if (n < 0.92) await this.changeUser();
    else if (n < 0.95) await this.addKey();
    else if (n < 0.98) await this.addEmail();
    else await this.deleteUser();
  }

  private async changeNote(): Promise<void> {
    const issue = this.someIssue();
    if (!issue || issue.notes.length === 0) return;
    const row = this.random.pick(issue.notes);
    const body = textWith(row.marker, this.random, true);
    const path = `${this.pathOf(issue)}/notes/${row.id ?? 0}`;
    await this.write({ row, next: body, request: { method: 'PUT', path, body: { body } } });
  }

  private async deleteNote(): Promise<void> {
    const issue = this.someIssue();
    const row = issue?.notes.pop();
    if (!issue || !row) return;
    const path = `${this.pathOf(issue)}/notes/${row.id ?? 0}`;
    await this.write({ row, next: null, request: { method: 'DELETE', path } });
  }

  async createIssue(): Promise<Issue | undefined> {
    const row = this.newRow('issues');
    const title = textWith(row.marker, this.random);
    const request = this.post(`/projects/${this.project}/issues`, { title });
    if (!(await this.write({ row, next: title, request }))) return undefined;
    const issue = { row, id: row.id ?? 0, notes: [] };
    this.issues.push(issue);
    return issue;
  }

  private async changeIssue(): Promise<void> {
    const issue = this.someIssue();
    if (!issue) return;
    const title = textWith(issue.row.marker, this.random);
    const request: HttpRequest = { method: 'PUT', path: this.pathOf(issue), body: { title } };
    await this.write({ row: issue.row, next: title, request });
  }

  private async deleteIssue(): Promise<void> {
    const issue = this.someIssue();
    if (!issue) return;
    this.issues = this.issues.filter((one) => one !== issue);
    const request: HttpRequest = { method: 'DELETE', path: this.pathOf(issue) };
    await this.write({ row: issue.row, next: null, request });
  }

  private async createUser(): Promise<void> {
    const row = this.newRow('users');
    const name = textWith(row.marker, this.random);
    const body = { name, username: row.marker, email: `${row.marker}@example.com` };
    const request = this.post('/users', { ...body, password: 'correct-horse' });
    // The primary address is a row of its own.
    const email = this.newRow('emails', row, row.marker);
    email.possible = new Set([body.email]);
    this.ledger.rows.add(email);
    if (await this.write({ row, next: name, request })) this.users.push({ row, id: row.id ?? 0 });
  }

  private async changeUser(): Promise<void> {
    const user = this.someUser();
    if (!user) return;
    const name = textWith(user.row.marker, this.random);
    const request: HttpRequest = { method: 'PUT', path: `/users/${user.id}`, body: { name } };
    await this.write({ row: user.row, next: name, request });
  }

  private async addKey(): Promise<void> {
    const user = this.someUser();
    if (!user) return;
    const row = this.newRow('ssh_keys', user.row);
    const title = textWith(row.marker, this.random);
    const request = this.post(`/users/${user.id}/keys`, { title, key: sshKey(this.random) });
    await this.write({ row, next: title, request });
  }

  private async addEmail(): Promise<void> {
    const user = this.someUser();
    if (!user) return;
    const row = this.newRow('emails', user.row);
    const email = `${row.marker}@example.com`;
    const request = this.post(`/users/${user.id}/emails`, { email });
    await this.write({ row, next: email, request });
  }

  private async deleteUser(): Promise<void> {
    const user = this.someUser();
    if (!user) return;
    this.users = this.users.filter((one) => one !== user);
    const request: HttpRequest = { method: 'DELETE', path: `/users/${user.id}` };
    await this.write({ row: user.row, next: null, request });
  }

  /** Sends the request, with a key until it is answered. Returns whether it succeeded. */
  private async write({ row, next, request }: Write): Promise<boolean> {
    for (let end = Infinity; ;) {
      const outcome = await this.client.send(request);
      this.ledger.record(row, next, request, outcome);
      if (isSuccess(outcome.status)) {
        if (outcome.id !== undefined) row.id = outcome.id;
        return true;
      }
      await delay(PAUSE_MS);
      if (!request.key || !isOpen(outcome)) return false;
      if (this.isOver()) end = Math.min(end, performance.now() + REPEAT_MS);
      if (performance.now() > end) {
        this.ledger.fault(request, outcome, 'to the end');
        return false;
      }
    }
  }

  private post(path: string, body: Record<string, string>, keyed = KEYED): HttpRequest {
    const key = this.random.chance(keyed) ? this.random.bytes(16).toString('hex') : undefined;
    return { method: 'POST', path, body, key };
  }

  private async anIssue(): Promise<Issue | undefined> {
    if (this.issues.every(({ notes }) => notes.length >= MAX_NOTES)) await this.createIssue();
    return this.issues.find(({ notes }) => notes.length < MAX_NOTES);
  }

  private someIssue(): Issue | undefined {
    return this.issues.length > 0 ? this.random.pick(this.issues) : undefined;
  }

  private someUser(): User | undefined {
    return this.users.length > 0 ? this.random.pick(this.users) : undefined;
  }

  private pathOf({ id }: Issue): string {
    return `/projects/${this.project}/issues/${id}`;
  }

  private newRow(table: TableName, parent?: Row, marker = this.nextMarker()): Row {
    return newRow(table, marker, parent);
  }

  private nextMarker(): string {
    return `z${this.name}n${this.count++}z`;
  }
}

/** Whether the client repeats a request with a key after this. 409 with Retry-After: the first one is still running. */
function isOpen({ status, retryAfter = false }: Outcome): boolean {
  return typeof status === 'string' || ([409, 503, 504].includes(status) && retryAfter);
}
