import { startForge, type Forge } from '../support/app.js';
import { answered } from '../support/expected-responses.js';
import type { SeededUser } from '../support/seed.js';

let forge: Forge;
let ada: SeededUser;
let paths: Record<string, string>;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
  const project = await forge.seed.project(ada);
  const issue = await forge.seed.issue(project, ada);
  const user = `/users/${ada.id}`;
  const names = ['issues', 'merge_requests', 'snippets', 'members'];
  paths = {
    ...{ users: '/users', projects: '/projects', visible: '/projects/visible' },
    ...Object.fromEntries(names.map((name) => [name, `${project.at}/${name}`])),
    ...{ all: '/projects/all', notes: `${issue.at}/notes`, awards: `${issue.at}/award_emoji` },
    ...{ keys: '/user/keys', emails: '/user/emails', events: `${user}/events` },
    ...{ keysOfUser: `${user}/keys`, emailsOfUser: `${user}/emails` },
  };
});
afterAll(() => forge.close());

const get = (list: string, query: string) => forge.root.get(`${paths[list] ?? ''}?${query}`);
const rejected = (name: string) => answered(400, { message: { [name]: ['is not supported'] } });

describe('A filter or order that clients know and a list does not support', () => {
  it.each([
    ['issues', 'scope=all', 'scope'],
    ['issues', 'milestone=1.0', 'milestone'],
    ['issues', 'iid[]=1&iid[]=2', 'iid[]'],
    ['issues', 'iids[]=1', 'iids'],
    ['issues', 'author_id=1', 'author_id'],
    ['merge_requests', 'milestone=1.0', 'milestone'],
    ['merge_requests', 'iid%5B%5D=1', 'iid[]'],
    ['merge_requests', 'source_branch=x', 'source_branch'],
    ['projects', 'search=x', 'search'],
    ['projects', 'archived=false', 'archived'],
    ['visible', 'order_by=name', 'order_by'],
    ['all', 'visibility=public', 'visibility'],
    ['projects', 'sort=asc', 'sort'],
    ['members', 'query=ada', 'query'],
    ['users', 'extern_uid=1', 'extern_uid'],
    ['users', 'order_by=name', 'order_by'],
    ['notes', 'order_by=updated_at', 'order_by'],
    ['snippets', 'sort=asc', 'sort'],
    ['awards', 'order_by=name', 'order_by'],
    ['keys', 'sort=asc', 'sort'],
    ['keysOfUser', 'sort=asc', 'sort'],
    ['emails', 'order_by=email', 'order_by'],
    ['emailsOfUser', 'order_by=email', 'order_by'],
    ['events', 'order_by=id', 'order_by'],
  ])('returns 400 on its name: %s?%s', async (list, query, name) => {
    expect(await get(list, query)).toEqual(rejected(name));
  });

  it('is reported with all other problems', async () => {
    const message = {
      page: ['is invalid'],
      archived: ['is not supported'],
      sort: ['is not supported'],
    };
    expect(await get('projects', 'page=x&sort=asc&archived=true')).toEqual(
      answered(400, { message }),
    );
  });

  it('returns 400 again after the same request without it', async () => {
    expect((await get('issues', 'state=opened')).status).toBe(200);
    expect(await get('issues', 'state=opened&scope=all')).toEqual(rejected('scope'));
    expect((await get('issues', 'state=opened')).status).toBe(200);
  });

  it('is reported after 401, 403 and 404', async () => {
    const query = '?scope=all&sort=asc&search=x';
    expect((await forge.anonymous.get(`/projects${query}`)).status).toBe(401);
    expect((await ada.client.get(`/projects/all${query}`)).status).toBe(403);
    expect((await ada.client.get(`/projects/999999/issues${query}`)).status).toBe(404);
  });

  it.each([
    ['projects', 'search=&archived='],
    ['issues', 'scope=&iids[]='],
  ])('is ignored without a value: %s?%s', async (list, query) => {
    expect((await get(list, query)).status).toBe(200);
  });
});

describe('A parameter that no list ever had', () => {
  it.each(['users', 'projects', 'issues', 'notes', 'events', 'keys'])(
    'is ignored: %s',
    async (list) => {
      expect(await get(list, 'colour=red&toString=1&__proto__=2')).toMatchObject({ status: 200 });
    },
  );
});
