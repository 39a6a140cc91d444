import {
  Catch,
  ForbiddenException,
  HttpException,
  Module,
  NotFoundException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { APP_FILTER, BaseExceptionFilter } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import {
  ApiError,
  ForgenoteModule,
  UsersService,
} from '../../src/app/embedding/forgenote.module.js';
import { endHosts, HOST_TOKEN, hostSettings, startHost, type Host } from '../support/host.js';

let host: Host;
afterEach(endHosts);

async function start(
  filters: readonly ExceptionFilter[],
  arrange: (app: NestFastifyApplication) => unknown = () => undefined,
): Promise<Host> {
  @Module({ imports: [ForgenoteModule.forRoot(await hostSettings())] })
  class HostModule {}
  return (host = await startHost(HostModule, (app) => {
    app.useGlobalFilters(...filters);
    return arrange(app);
  }));
}

async function send(path: string, init: RequestInit = {}) {
  const headers = { 'private-token': HOST_TOKEN };
  const response = await fetch(`${host.url}/api/v3${path}`, { headers, ...init });
  const { status } = response;
  return { status, headers: response.headers, body: await response.json() };
}

/** Answers 418 and keeps what it got. */
class Answers implements ExceptionFilter {
  readonly seen: unknown[] = [];

  catch(error: unknown, context: ArgumentsHost) {
    this.seen.push(error);
    void context.switchToHttp().getResponse<FastifyReply>().status(418).send({ of: 'the host' });
  }
}
@Catch()
class All extends Answers {}
@Catch(HttpException)
class OfNest extends Answers {}
@Catch(ApiError)
class OfForgenote extends Answers {}
class TenantSuspended extends Error {}
@Catch(TenantSuspended)
class Suspended extends Answers {}

const refuseAll = (error: Error) => (app: NestFastifyApplication) =>
  app.useGlobalGuards({
    canActivate: () => {
      throw error;
    },
  });
const ofHost = { status: 418, body: { of: 'the host' } };
const notFound = { status: 404, body: { message: '404 User Not Found' } };

describe('global filters of the host', () => {
  it('apply to the routes of the API: to what a guard throws', async () => {
    const filter = new All();
    const error = new ForbiddenException('Not here');
    await start([filter], refuseAll(error));
    expect(await send('/user')).toMatchObject(ofHost);
    expect(filter.seen).toEqual([error]);
  });

  it('apply to errors of the API, which are exceptions of Nest to them', async () => {
    const filter = new OfNest();
    await start([filter]);
    expect(await send('/users/99')).toMatchObject(ofHost);
    const [error] = filter.seen as HttpException[];
    expect([error?.getStatus(), error?.getResponse()]).toEqual([404, notFound.body]);
    expect(error?.cause).toBeInstanceOf(ApiError);
  });

  it('get the error itself if they catch its class', async () => {
    const filter = new OfForgenote();
    await start([filter]);
    expect(await send('/users/99')).toMatchObject(ofHost);
    expect(filter.seen).toEqual([expect.any(ApiError)]);
  });

  it('leave status, headers and body of an error as they are if they only pass it on', async () => {
    @Catch()
    class PassOn extends BaseExceptionFilter {}
    await start([], (app) => app.useGlobalFilters(new PassOn(app.getHttpAdapter())));
    const response = await send('/users/99');
    expect(response).toMatchObject(notFound);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(await send('/users', { method: 'POST' })).toMatchObject({
      status: 400,
      body: { message: { email: ['is missing'] } },
    });
  });

  it('apply to errors of the host that the API would answer with 500', async () => {
    const filter = new Suspended();
    const error = new TenantSuspended('unpaid');
    await start([filter], refuseAll(error));
    expect(await send('/user')).toMatchObject(ofHost);
    expect(filter.seen).toEqual([error]);
  });

  it('get what fails inside the service, as it was thrown', async () => {
    const filter = new All();
    const error = new Error('a fault');
    const { app } = await start([filter]);
    app.get(UsersService, { strict: false }).get = () => Promise.reject(error);
    expect(await send('/users/1')).toMatchObject(ofHost);
    expect(filter.seen).toEqual([error]);
  });

  it('leave the error shape of the API to errors that they do not catch', async () => {
    const filter = new Suspended();
    await start([filter], refuseAll(new ForbiddenException('Not here')));
    expect(await send('/user')).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - Not here' },
    });
    expect(filter.seen).toEqual([]);
  });

  it('are tried in the order of Nest: the last first', async () => {
    const [first, last] = [new All(), new OfNest()];
    await start([first, last]);
    expect(await send('/users/99')).toMatchObject(ofHost);
    expect([first.seen.length, last.seen.length]).toEqual([0, 1]);
  });

  it('may be providers of the host', async () => {
    @Module({
      imports: [ForgenoteModule.forRoot(await hostSettings())],
      providers: [{ provide: APP_FILTER, useClass: All }],
    })
    class HostModule {}
    host = await startHost(HostModule);
    expect(await send('/users/99')).toMatchObject(ofHost);
  });
});

describe('a path that is no page', () => {
  /** As hosts serve an application of one page. */
  @Catch(NotFoundException)
  class Fallback implements ExceptionFilter {
    catch(_error: unknown, context: ArgumentsHost) {
      const reply = context.switchToHttp().getResponse<FastifyReply>();
      void reply.status(200).type('text/html').send('<script src="/app.js"></script>');
    }
  }

  it('is answered by the host, with the headers of the host only', async () => {
    const { url } = await start([new Fallback()], (created) => {
      created
        .getHttpAdapter()
        .getInstance()
        .addHook('onRequest', (_request: unknown, reply: FastifyReply, done: () => void) => {
          void reply.header('referrer-policy', 'origin');
          done();
        });
    });
    const headersOf = async (path: string) => {
      const { status, headers } = await fetch(url + path, { headers: { accept: 'text/html' } });
      // A page that is added at this path later depends on `Accept`.
      const left = [...headers].filter(([name]) => !['date', 'vary'].includes(name));
      return { status, ...Object.fromEntries(left) };
    };
    // No page has as many parts as the first of these.
    const unknown = await headersOf('/a/b/c/d/e/f');
    expect(unknown).toMatchObject({ status: 200, 'referrer-policy': 'origin' });
    expect(unknown).not.toHaveProperty('content-security-policy');
    for (const path of ['/dashboard', '/settings/profile', '/a/b/issues/1'])
      expect([path, await headersOf(path)]).toEqual([path, unknown]);
  });
});
