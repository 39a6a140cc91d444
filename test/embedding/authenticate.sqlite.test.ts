import { ForbiddenException, Module, type CanActivate } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  ActorFactory,
  ForgenoteModule,
  type Authenticate,
} from '../../src/app/embedding/forgenote.module.js';
import type { Client } from '../support/client.js';
import {
  endHosts,
  HOST_TOKEN,
  hostSettings,
  rootAt,
  seedIssue,
  startHost,
} from '../support/host.js';
import type { Resource } from '../support/seed.js';

const bySession: Authenticate = ({ headers }: FastifyRequest, actors) =>
  typeof headers['x-session'] === 'string' ? actors.forUser(headers['x-session']) : undefined;

/** The option of the host. Tests replace it. */
let authenticate: Authenticate;
let url: string;
let root: Client;
let issue: Resource;

/** A global guard of the host, which runs before. */
const guard: CanActivate = {
  canActivate: (context) => {
    Object.assign(context.switchToHttp().getRequest<object>(), { user: 'ada' });
    return true;
  },
};

async function start(option?: Authenticate) {
  const settings = await hostSettings();
  @Module({
    imports: [ForgenoteModule.forRoot(option ? { ...settings, authenticate: option } : settings)],
  })
  class HostModule {}
  return startHost(HostModule, (app) => app.useGlobalGuards(guard));
}

beforeAll(async () => {
  ({ url } = await start((...given) => authenticate(...given)));
  root = await rootAt(url);
  ({ issue } = await seedIssue(root));
});
beforeEach(() => {
  authenticate = bySession;
});
afterAll(endHosts);

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/v3${path}`, { headers });

describe('authenticate', () => {
  it('lets a user of the host call the API without a token', async () => {
    const noted = await fetch(`${url}/api/v3${issue.at}/notes`, {
      method: 'POST',
      headers: { 'x-session': 'ada', 'content-type': 'application/json' },
      body: JSON.stringify({ body: 'By session' }),
    });
    expect(noted.status).toBe(201);
    expect(await noted.json()).toMatchObject({ author: { username: 'ada' } });
  });

  it('decides only about requests without a token', async () => {
    const as = async (headers: Record<string, string>) => {
      const response = await get('/user', headers);
      const { username } = (await response.json()) as { username?: string };
      return [response.status, username];
    };
    expect(await as({ 'x-session': 'ada', 'private-token': HOST_TOKEN })).toEqual([200, 'root']);
    expect(await as({ 'x-session': 'ada', 'private-token': 'wrong' })).toEqual([401, undefined]);
    expect(await as({ 'x-session': 'ada' })).toEqual([200, 'ada']);
    expect(await as({})).toEqual([401, undefined]);
  });

  it('gives the rights of that user, so that sudo needs an administrator', async () => {
    expect((await get('/user?sudo=root', { 'x-session': 'ada' })).status).toBe(403);
    const sudo = await get('/user?sudo=ada', { 'x-session': 'root' });
    expect(await sudo.json()).toMatchObject({ username: 'ada' });
  });

  it('returns 401 for a blocked user, and 404 for a user that the factory does not find', async () => {
    const given = { username: 'bob', name: 'Bob', email: 'bob@example.com', password: 'password' };
    const { body } = await root.post<{ id: number }>('/users', given);
    await root.put(`/users/${body.id}/block`);
    expect((await get('/user', { 'x-session': 'bob' })).status).toBe(401);
    expect((await get('/user', { 'x-session': 'nobody' })).status).toBe(404);
  });

  it('keeps the status of an exception that it throws', async () => {
    authenticate = () => {
      throw new ForbiddenException('The trial has ended');
    };
    const response = await get('/user');
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ message: '403 Forbidden - The trial has ended' });
  });

  it('does not replace the token where the operation replaces the token', async () => {
    const reset = await fetch(`${url}/api/v3/user/private_token/reset`, {
      method: 'POST',
      headers: { 'x-session': 'ada' },
    });
    expect(reset.status).toBe(403);
    expect(await reset.json()).toEqual({
      message: '403 Forbidden  - The operation needs a private token',
    });
  });

  it('runs after the global guards of the host, which may say who the user is', async () => {
    authenticate = (request, actors) => {
      const { user } = request as { user?: string };
      return user === undefined ? undefined : actors.forUser(user);
    };
    expect(await (await get('/user')).json()).toMatchObject({ username: 'ada' });
  });

  it('returns 500 if it returns an actor of the forge of another application', async () => {
    const other = await start();
    authenticate = () => other.app.get(ActorFactory).forUser(1);
    const me = await get('/user');
    expect([me.status, await me.json()]).toEqual([500, { message: '500 Internal Server Error' }]);
  });
});
