import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const CREATED = { created_at: 1_332_000_000 };
const BY_ADA = { author: { username: 'ada' }, ...CREATED };
export const ADA = {
  ...{ id: 7, username: 'ada', name: 'Ada', email: 'ada@x.org', is_admin: true },
  ...CREATED,
};
export const EVE = { ...ADA, id: 8, username: 'eve', email: 'eve@x.org', is_admin: false };
export const PROJECT = {
  ...{ id: 3, path: 'engine', name: 'Engine', namespace: { path: 'ada' } },
  ...CREATED,
};
export const issue = (n: number) => ({ id: 70 + n, iid: n, title: `Issue ${n}`, ...BY_ADA });
export const note = (n: number) => ({ id: n, body: `Note ${n}`, ...BY_ADA });
export const award = (id: number, name: string) => ({
  ...{ id, name, user: { username: 'eve' } },
  ...CREATED,
});
export const lostSnippet = { id: 5, title: 'Lost', file_name: 'a.txt', ...BY_ADA };

const PER_PAGE = 100;

/** A server with page numbers and without links, as old ones are. It has two users and three issues with notes. */
export class HistoricServer {
  /** The responses by path. Other paths get 404. Lists are paged. */
  bodies: Record<string, unknown> = {};
  /** The paths of the requests. Those of later pages end in a space and the number. */
  asked: string[] = [];
  /** The status of a page, if it is refused. */
  refuse: (path: string, page: number) => number | undefined = () => undefined;
  private readonly server: Server;

  /** Call at the top of a test file. */
  constructor() {
    this.server = createServer((request, response) => {
      const { status, body } = this.respond(request.url ?? '');
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(body));
    });
    beforeAll(async () => {
      this.server.listen(0, '127.0.0.1');
      await new Promise((resolve) => this.server.once('listening', resolve));
    });
    afterAll(() => this.server.close());
    beforeEach(() => {
      this.fill();
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Removes what has such a path. */
  remove(pattern: RegExp): void {
    for (const path of Object.keys(this.bodies))
      if (pattern.test(path)) Reflect.deleteProperty(this.bodies, path);
  }

  private respond(url: string): { status: number; body: unknown } {
    const { pathname, searchParams } = new URL(url, this.url);
    const path = pathname.replace('/api/v3', '');
    const page = Number(searchParams.get('page') ?? 1);
    this.asked.push(page === 1 ? path : `${path} ${page}`);
    const status = this.refuse(path, page) ?? (path in this.bodies ? 200 : 404);
    if (status !== 200) return { status, body: { message: String(status) } };
    const body = this.bodies[path];
    if (!Array.isArray(body)) return { status, body };
    return { status, body: body.slice(PER_PAGE * (page - 1), PER_PAGE * page) as unknown[] };
  }

  private fill(): void {
    this.asked = [];
    this.refuse = () => undefined;
    const bodies: Record<string, unknown> = {
      '/user': ADA,
      '/users': [ADA, EVE],
      '/users/7/emails': [],
      '/users/7/keys': [],
      '/users/8/emails': [],
      '/users/8/keys': [],
      '/projects/all': [PROJECT],
      '/projects/3/members': [],
      '/projects/3/issues': [issue(1), issue(2), issue(3)],
      '/projects/3/merge_requests': [],
      '/projects/3/snippets': [],
    };
    this.bodies = bodies;
    for (const n of [1, 2, 3]) {
      const at = `/projects/3/issues/${70 + n}`;
      bodies[at] = issue(n);
      bodies[`${at}/notes`] = [note(n)];
      bodies[`${at}/notes/${n}`] = note(n);
      bodies[`${at}/award_emoji`] = bodies[`${at}/notes/${n}/award_emoji`] = [award(n, 'tada')];
    }
  }
}
