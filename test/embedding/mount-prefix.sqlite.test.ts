import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { Catch, Controller, Get, Module, type ExceptionFilter, type Type } from '@nestjs/common';
import type { ArgumentsHost } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  createForgenoteAdapter,
  mountForgenote,
  type MountOptions,
} from '../../src/embedding/forgenote.module.js';
import {
  endHosts,
  HOST_TOKEN,
  hostSettings,
  rootAt,
  startHost,
  type Host,
} from '../support/host.js';

@Module({})
class EmptyHost {}

afterEach(endHosts);

async function mount(app: NestFastifyApplication, options: MountOptions) {
  return mountForgenote(app, { ...(await hostSettings()), ...options });
}

/** Starts a host with a forge at each prefix. */
async function start(
  prefixes: string[],
  {
    module = EmptyHost,
    adapter,
    arrange = () => undefined,
  }: {
    module?: Type;
    adapter?: FastifyAdapter;
    arrange?: (app: NestFastifyApplication) => unknown;
  } = {},
): Promise<Host> {
  return startHost(
    module,
    async (app) => {
      await arrange(app);
      for (const prefix of prefixes) await mount(app, { prefix });
    },
    adapter,
  );
}

const fastifyOf = (app: NestFastifyApplication): FastifyInstance =>
  app.getHttpAdapter().getInstance();

function controllerOf(path: string): Type {
  @Controller()
  class HostController {
    @Get(path)
    get() {
      return { of: 'the host' };
    }
  }
  @Module({ controllers: [HostController] })
  class HostModule {}
  return HostModule;
}

/** Sends a request as it is: `fetch` normalizes URLs and knows fewer methods. */
async function send(url: string, path: string, options: { method?: string; type?: string } = {}) {
  const { method = 'GET', type } = options;
  const headers = { 'private-token': HOST_TOKEN, ...(type ? { 'content-type': type } : {}) };
  const { hostname, port } = new URL(url);
  return new Promise<{ status?: number; allow?: string; body: unknown }>((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      const { statusCode: status, headers: got } = response;
      text(response)
        .then((body) => {
          resolve({
            ...(status ? { status } : {}),
            ...(got.allow === undefined ? {} : { allow: got.allow }),
            body: JSON.parse(body) as unknown,
          });
        })
        .catch(reject);
    });
    sent.on('error', reject).end(type ? '{}' : undefined);
  });
}

describe('the prefix of a forge', () => {
  const TAKEN =
    'The application has routes at /forge already: give each mountForgenote a prefix of its own';

  it.each([
    ['/forge', '/forge'],
    ['/forge', '/forge/two'],
    ['/forge/two', '/forge'],
    ['/a/b', '/a/b/c/d'],
  ])('must not overlap: %s and then %s stop the start', (one, two) =>
    expect(start([one, two])).rejects.toThrow(
      `Another mountForgenote has the prefix ${one}: ${two} must not be the same, above it or below it`,
    ),
  );

  it('may begin with the same letters or folder as another', async () => {
    const { url } = await start(['/forge', '/forgery', '/a/b', '/a/c']);
    for (const prefix of ['/forge', '/forgery', '/a/b', '/a/c'])
      expect(await send(url, `${prefix}/api/v3/user`)).toMatchObject({ status: 200 });
  });

  it.each(['/forge', '/forge/*'])('must not be that of a route %s of the host', (path) =>
    expect(
      start(['/forge'], { arrange: (app) => fastifyOf(app).put(path, () => 'of the host') }),
    ).rejects.toThrow(TAKEN),
  );

  it('must not be that of a route that a plugin of the host adds', () =>
    expect(
      start(['/forge'], {
        arrange: (app) => {
          fastifyOf(app).register((scope, _options, done) => {
            scope.get('/forge', () => 'of the host');
            done();
          });
        },
      }),
    ).rejects.toThrow(TAKEN));

  it('must not be that of a controller of the host', () =>
    expect(start(['/forge'], { module: controllerOf('forge') })).rejects.toThrow(
      "'GET' already declared for route '/forge'",
    ));

  it.each(['forge/root', 'forge/api/v3/user', 'forge/:tenant/desk'])(
    'must not be above the controller %s of the host',
    (path) =>
      expect(start(['/forge'], { module: controllerOf(path) })).rejects.toThrow(
        `The application has the route /${path}, but /forge is the prefix of a mountForgenote: move one of them`,
      ),
  );

  it('must not be above a route that a plugin of the host adds', () =>
    expect(
      start(['/forge'], {
        arrange: (app) => {
          fastifyOf(app).register(
            (scope, _options, done) => {
              scope.get('/files/*', () => 'of the host');
              done();
            },
            { prefix: '/forge' },
          );
        },
      }),
    ).rejects.toThrow('The application has the route /forge/files/*'));

  it('says what to do if the application is already initialized', async () => {
    const { app } = await start([]);
    await expect(mountForgenote(app, { prefix: '/late' })).rejects.toThrow(
      'Call mountForgenote before app.init() or app.listen()',
    );
  });
});

describe('a forge that fails to start', () => {
  const BROKEN = { DATABASE_URL: 'sqlite:/dev/null/forge.sqlite' };

  it('leaves a prefix at which requests get 503, which can no longer be mounted once the host listens', async () => {
    const { app, url } = await start([], {
      arrange: (app) =>
        expect(mount(app, { prefix: '/red', ...BROKEN })).rejects.toThrow('/dev/null'),
    });
    for (const [path, method] of [
      ['/red', 'GET'],
      ['/red/health', 'GET'],
      ['/red/api/v3/session', 'POST'],
      ['/red/api/v3/user', 'PROPFIND'],
    ] as const)
      expect(await send(url, path, { method })).toEqual({
        status: 503,
        body: { message: '503 Service Unavailable' },
      });
    const { headers } = await fetch(`${url}/red/health`);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
    expect(headers.get('cache-control')).toBe('private, no-store');
    await expect(mount(app, { prefix: '/red' })).rejects.toThrow('Call mountForgenote before');
  });

  it('leaves its prefix to a later one, and to one above or below', async () => {
    const { url } = await start(['/red', '/blue', '/green/a'], {
      arrange: async (app) => {
        for (const prefix of ['/red', '/blue/a', '/green'])
          await expect(mount(app, { prefix, ...BROKEN })).rejects.toThrow('/dev/null');
      },
    });
    expect(await send(url, '/blue/a/api/v3')).toEqual({
      status: 404,
      body: { message: '404 Not Found' },
    });
    for (const prefix of ['/red', '/blue', '/green/a']) {
      const root = await rootAt(url + prefix);
      expect(await root.get('/user')).toMatchObject({
        status: 200,
        body: { web_url: `${url}${prefix}/root` },
      });
    }
  });

  it('leaves its prefix to the controllers of the host', async () => {
    const { url } = await start([], {
      module: controllerOf('red/root'),
      arrange: (app) =>
        expect(mount(app, { prefix: '/red', ...BROKEN })).rejects.toThrow('/dev/null'),
    });
    expect(await send(url, '/red/root')).toEqual({ status: 200, body: { of: 'the host' } });
  });
});

describe('requests that the host rejects before its routes', () => {
  @Catch()
  class HostFilter implements ExceptionFilter {
    catch(_error: unknown, context: ArgumentsHost) {
      void context.switchToHttp().getResponse<FastifyReply>().status(418).send({ of: 'the host' });
    }
  }
  const withFilter = (app: NestFastifyApplication) => app.useGlobalFilters(new HostFilter());

  it('get the errors of the forge below its prefix: an unusual method, a broken Content-Type', async () => {
    const { app, url } = await start(['/red'], { arrange: withFilter });
    for (const method of ['PROPFIND', 'LOCK', 'TRACE', 'PATCH'])
      expect([method, await send(url, '/red/api/v3/user', { method })]).toEqual([
        method,
        { status: 405, allow: 'GET, HEAD', body: { message: '405 Not Allowed' } },
      ]);
    expect(await send(url, '/red', { method: 'PROPFIND' })).toMatchObject({ status: 405 });
    expect(await send(url, '/red/api/v3/x', { method: 'PROPFIND' })).toMatchObject({ status: 404 });
    const broken = { method: 'POST', type: 'broken' };
    expect(await send(url, '/red/api/v3/projects', broken)).toMatchObject({ status: 415 });
    expect(await send(url, '/other', { method: 'PROPFIND' })).toMatchObject({
      status: 418,
      body: { of: 'the host' },
    });
    const injected = await app.inject({ method: 'PROPFIND' as 'GET', url: '/red/api/v3/user' });
    expect(injected.statusCode).toBe(405);
  });

  it.each(['/red/%', '/red/api/v3/users/%', '/red/api/v3/users/%ff'])(
    'get the error of the standalone service for %s with createForgenoteAdapter',
    async (path) => {
      const adapter = createForgenoteAdapter({ LOG_LEVEL: 'silent' });
      const { app, url } = await start(['/red'], { adapter });
      const error = { status: 404, body: { message: '404 Not Found' } };
      expect(await send(url, path)).toEqual(error);
      const { statusCode, body } = await app.inject(path);
      expect({ status: statusCode, body: JSON.parse(body) as unknown }).toEqual(error);
    },
  );

  it('get the error of Fastify for a malformed URL with another adapter, as docs/embedding.md says', async () => {
    const { url } = await start(['/red']);
    expect(await send(url, '/red/%')).toMatchObject({
      status: 400,
      body: { code: 'FST_ERR_BAD_URL' },
    });
  });
});
