import {
  ClassSerializerInterceptor,
  ForbiddenException,
  Module,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { map, tap } from 'rxjs';
import { ForgenoteModule } from '../../src/app/embedding/forgenote.module.js';
import {
  endHosts,
  HOST_TOKEN,
  HostController,
  hostSettings,
  rootAt,
  seedIssue,
  startHost,
} from '../support/host.js';

afterEach(endHosts);

const wrap: NestInterceptor = {
  intercept: (_context, next) => next.handle().pipe(map((data: unknown) => ({ data }))),
};
const serialize = (app: NestFastifyApplication) =>
  new ClassSerializerInterceptor(app.get(Reflector));

/** A host with these global interceptors, a user, and an issue of theirs. */
async function start(interceptors: (app: NestFastifyApplication) => NestInterceptor[]) {
  const forgenote = ForgenoteModule.forRoot(await hostSettings());
  @Module({ imports: [forgenote], controllers: [HostController] })
  class HostModule {}
  const { url } = await startHost(HostModule, (app) =>
    app.useGlobalInterceptors(...interceptors(app)),
  );
  const get = (path: string, token = HOST_TOKEN) =>
    fetch(`${url}/api/v3${path}`, { headers: { 'private-token': token } });
  return { url, get };
}

/** Without what differs for each response. */
const stable = (headers: Headers) =>
  [...headers].filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name));

describe('a ClassSerializerInterceptor of the host', () => {
  it('leaves lists, their headers and all other responses as they are', async () => {
    const { url, get } = await start((app) => [serialize(app)]);
    const root = await rootAt(url);
    const { ada } = await seedIssue(root);
    const users = await get('/users?per_page=1', ada.token);
    const list = (await users.json()) as object[];
    expect(list).toHaveLength(1);
    // The fields that an ordinary user sees.
    const names = ['avatar_url', 'id', 'name', 'state', 'username', 'web_url'];
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(expect.arrayContaining(names));
    expect(list[0]).not.toHaveProperty('email');
    expect(list[0]).not.toHaveProperty('admin');
    expect(users.headers.get('link')).toContain(`<${url}/api/v3/users?page=2&per_page=1>`);
    expect(users.headers.get('x-total')).toBe('2');
    const keyset = await get('/users?pagination=keyset&per_page=1', ada.token);
    expect(await keyset.json()).toHaveLength(1);
    expect(keyset.headers.get('link')).toContain('rel="next"');
    // The client checks each response against the document.
    for (const path of ['/users', '/projects', '/user', '/user/emails', '/audit_events'])
      expect(await root.get(path)).toMatchObject({ status: 200 });
  });
});

describe('an interceptor of the host that changes responses', () => {
  it('gets a list as an array of views, with the headers set', async () => {
    const { get } = await start(() => [wrap]);
    const users = await get('/users');
    expect(await users.json()).toMatchObject({ data: [{ username: 'root', is_admin: true }] });
    expect(users.headers.get('x-total')).toBe('1');
    expect(users.headers.get('link')).toContain('rel="first"');
  });
});

describe('an export of the audit trail, if the host serializes responses', () => {
  it('has the same bytes and headers as without', async () => {
    let active = false;
    const { url, get } = await start((app) => [
      {
        intercept: (context, next) =>
          active ? serialize(app).intercept(context, next) : next.handle(),
      },
    ]);
    await seedIssue(await rootAt(url));
    const read = async () => {
      const response = await get('/audit_events?format=jsonl');
      return [response.status, stable(response.headers), await response.text()];
    };
    const expected = await read();
    active = true;
    expect(await read()).toEqual(expected);
  });
});

describe('an interceptor of the host that throws after a page was read', () => {
  it('gets its error sent, without the headers of the list', async () => {
    let active = false;
    const refuse = () => {
      if (active) throw new ForbiddenException('Too much');
    };
    const { url, get } = await start(() => [
      { intercept: (_context, next) => next.handle().pipe(tap(refuse)) },
    ]);
    const { issue } = await seedIssue(await rootAt(url));
    active = true;
    for (const path of [`${issue.at}/notes`, '/users']) {
      const refused = await get(path);
      expect(refused.status).toBe(403);
      expect(await refused.json()).toEqual({ message: '403 Forbidden - Too much' });
      expect([...refused.headers.keys()].filter((name) => /^link$|^x-total/.test(name))).toEqual(
        [],
      );
    }
  });
});
