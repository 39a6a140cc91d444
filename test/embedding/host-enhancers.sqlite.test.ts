import {
  ForbiddenException,
  Module,
  UnauthorizedException,
  ValidationPipe,
  type CanActivate,
  type NestInterceptor,
  type PipeTransform,
} from '@nestjs/common';
import { map } from 'rxjs';
import { ForgenoteModule } from '../../src/app/embedding/forgenote.module.js';
import type { Client } from '../support/client.js';
import {
  endHosts,
  HOST_TOKEN,
  hostSettings,
  rootAt,
  seedIssue,
  startHost,
} from '../support/host.js';

/** The global enhancers of the host. Tests replace them. */
let guard: CanActivate;
let interceptor: NestInterceptor;
let pipe: PipeTransform;
let url: string;
let root: Client;

beforeAll(async () => {
  @Module({ imports: [ForgenoteModule.forRoot(await hostSettings())] })
  class HostModule {}
  ({ url } = await startHost(HostModule, (app) => {
    app.useGlobalGuards({ canActivate: (context) => guard.canActivate(context) });
    app.useGlobalInterceptors({ intercept: (...given) => interceptor.intercept(...given) });
    app.useGlobalPipes({ transform: (...given) => pipe.transform(...given) as unknown });
  }));
  allowAll();
  root = await rootAt(url);
});
beforeEach(allowAll);
afterAll(endHosts);

function allowAll(): void {
  guard = { canActivate: () => true };
  interceptor = { intercept: (_context, next) => next.handle() };
  pipe = { transform: (value: unknown) => value };
}

const refusal = (error: Error): CanActivate => ({
  canActivate: () => {
    throw error;
  },
});
const get = (path: string) =>
  fetch(`${url}/api/v3${path}`, { headers: { 'private-token': HOST_TOKEN } });

describe('global enhancers of the host', () => {
  it('keep the status of a guard that refuses, in the error shape of the API', async () => {
    guard = refusal(new ForbiddenException('Your tenant has no forge'));
    const refused = await get('/user');
    expect(refused.status).toBe(403);
    expect(await refused.json()).toEqual({ message: '403 Forbidden - Your tenant has no forge' });
    expect(refused.headers.get('content-type')).toBe('application/json');
  });

  it.each<[string, Error, number, string]>([
    [
      'an Error with statusCode 401, as of @fastify/jwt',
      Object.assign(new Error('No Authorization was found'), {
        statusCode: 401,
        code: 'FST_JWT_NO_AUTHORIZATION_IN_HEADER',
      }),
      401,
      '401 Unauthorized - No Authorization was found',
    ],
    [
      'an Error of http-errors',
      Object.assign(new Error('Not for you'), { status: 403, statusCode: 403, expose: true }),
      403,
      '403 Forbidden - Not for you',
    ],
    [
      'an exception whose cause has another status',
      new UnauthorizedException('No session', { cause: { statusCode: 502 } }),
      401,
      '401 Unauthorized - No session',
    ],
    [
      'an exception whose cause is a text',
      new UnauthorizedException('No session', { cause: 'the store is down' }),
      401,
      '401 Unauthorized - No session',
    ],
    [
      'an Error with statusCode 502',
      Object.assign(new Error('secret of the host'), { statusCode: 502 }),
      500,
      '500 Internal Server Error',
    ],
    [
      'an Error without a status',
      new Error('secret of the host'),
      500,
      '500 Internal Server Error',
    ],
  ])('get the status of %s', async (_error, error, status, message) => {
    guard = refusal(error);
    const refused = await get('/user');
    expect([refused.status, await refused.json()]).toEqual([status, { message }]);
  });

  it('get 403 for a guard that returns false', async () => {
    guard = { canActivate: () => false };
    const refused = await get('/user');
    expect(refused.status).toBe(403);
    expect(await refused.json()).toEqual({ message: '403 Forbidden - Forbidden resource' });
  });

  it('apply to the routes of the API: an interceptor wraps responses', async () => {
    interceptor = {
      intercept: (_context, next) => next.handle().pipe(map((data: unknown) => ({ data }))),
    };
    expect(await (await get('/user')).json()).toMatchObject({ data: { username: 'root' } });
  });

  it('apply to the routes of the API: a pipe gets each parameter of a route', async () => {
    const types: string[] = [];
    pipe = {
      transform: (value: unknown, { type }) => {
        types.push(type);
        return value;
      },
    };
    expect((await get('/users/1')).status).toBe(200);
    // The actor and the id of the user.
    expect(types).toEqual(['custom', 'custom']);
  });

  it('do not disturb the API with a strict validation pipe', async () => {
    pipe = new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true });
    const { ada, issue } = await seedIssue(root);
    const noted = await ada.client.post(`${issue.at}/notes`, { body: 'x', unknown: 1 });
    expect(noted.status).toBe(201);
  });
});
