import { Inject, Injectable, Module, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  createForgenoteAdapter,
  ForgenoteModule,
  type ForgenoteAsyncOptions,
  type ForgenoteOptions,
} from '../../src/app/embedding/forgenote.module.js';
import {
  endHosts,
  HOST_TOKEN,
  HostController,
  hostSettings,
  rootAt,
  seedIssue,
  startHost,
  type Host,
} from '../support/host.js';
import { addKey } from '../keys/keys.js';

let host: Host | undefined;
afterEach(endHosts);

function hostOf(forgenote: ReturnType<typeof ForgenoteModule.forRoot>) {
  @Module({ imports: [forgenote], controllers: [HostController] })
  class HostModule {}
  return HostModule;
}

async function start(
  options: ForgenoteOptions = {},
  arrange?: (app: NestFastifyApplication) => unknown,
): Promise<Host> {
  const given = { ...(await hostSettings()), ...options };
  return (host = await startHost(hostOf(ForgenoteModule.forRoot(given)), arrange));
}

async function startAsync(
  options: (given: ForgenoteOptions) => ForgenoteAsyncOptions,
): Promise<Host> {
  const module = ForgenoteModule.forRootAsync(options(await hostSettings()));
  return (host = await startHost(hostOf(module)));
}

const withToken = { headers: { 'private-token': HOST_TOKEN } };

describe('ForgenoteModule.forRootAsync', () => {
  @Injectable()
  class HostConfig {
    @Inject('DATABASE') readonly database!: string;
  }

  it('gets its options from a factory that needs providers of another module', async () => {
    const { url } = await startAsync(({ DATABASE_URL, ...rest }) => {
      @Module({
        providers: [{ provide: 'DATABASE', useValue: DATABASE_URL }, HostConfig],
        exports: [HostConfig],
      })
      class HostConfigModule {}
      return {
        imports: [HostConfigModule],
        inject: [HostConfig],
        useFactory: async (config: HostConfig) =>
          Promise.resolve({ ...rest, DATABASE_URL: config.database }),
      };
    });
    const root = await rootAt(url);
    expect(await root.get('/user')).toMatchObject({ status: 200, body: { username: 'root' } });
  });

  it('fails with the name of a wrong option that the factory returns', () =>
    expect(
      startAsync((given) => ({ useFactory: () => ({ ...given, LOG_LEVLE: 'debug' }) })),
    ).rejects.toThrow('LOG_LEVLE is not a setting'));

  it('fails if the factory returns the root routes, which are needed before', () =>
    expect(
      startAsync((given) => ({ useFactory: () => ({ ...given, rootRoutes: {} }) as never })),
    ).rejects.toThrow('rootRoutes must be given beside useFactory, not by it'));

  it.each([
    [
      { injct: [], rootRouts: {} },
      'forRootAsync has no option injct: use imports, inject, useFactory, rootRoutes',
    ],
    [{ rootRouts: {} }, 'forRootAsync has no option rootRouts'],
    [{ inject: 'Sessions' }, 'inject must be an array'],
    [{ imports: {} }, 'imports must be an array'],
    [{ rootRoutes: true }, 'rootRoutes must be an object such as { docs: false }'],
  ])('rejects %j in one sentence', (options, sentence) => {
    const given = { useFactory: () => ({}), ...options } as unknown as ForgenoteAsyncOptions;
    expect(() => ForgenoteModule.forRootAsync(given)).toThrow(sentence);
  });

  it('fails if the factory returns nothing', () =>
    expect(startAsync(() => ({ useFactory: () => undefined as never }))).rejects.toThrow(
      'useFactory must return an object with settings',
    ));

  it('fails without a factory', () => {
    expect(() => ForgenoteModule.forRootAsync({} as never)).toThrow(
      'ForgenoteModule.forRootAsync needs useFactory, a function',
    );
    expect(() => ForgenoteModule.forRootAsync(undefined as never)).toThrow(
      'ForgenoteModule.forRootAsync needs an object with useFactory',
    );
  });
});

describe('the options', () => {
  const USELESS = {
    ...{ HOST: '0.0.0.0', PORT: 99_999_999, DRAIN_TIME: 1 },
    ...{ METRICS_PORT: 9464, METRICS_HOST: '127.0.0.1', LOG_LEVEL: 'info', SLOW_REQUEST_MS: 100 },
  };

  it('name each setting that has no effect in an application', async () => {
    const all = new RegExp(
      Object.keys(USELESS)
        .map((name) => `${name} has no effect in an application: .*`)
        .join('\\n'),
    );
    expect(() => ForgenoteModule.forRoot(USELESS)).toThrow(all);
    await expect(
      startAsync((given) => ({ useFactory: () => ({ ...given, ...USELESS }) })),
    ).rejects.toThrow(all);
    expect(() => ForgenoteModule.forRoot({ PORT: undefined })).not.toThrow();
  });

  it('must be an object', () => {
    expect(() => ForgenoteModule.forRoot(null as never)).toThrow(
      'ForgenoteModule.forRoot needs an object with settings',
    );
    expect(() => createForgenoteAdapter(null as never)).toThrow(
      'createForgenoteAdapter needs an object with settings',
    );
  });
});

describe('rootRoutes', () => {
  const status = async (url: string, path: string) =>
    (await fetch(url + path, { headers: { accept: 'text/html' } })).status;

  it('leaves out single routes', async () => {
    const rootRoutes = { health: false, docs: false, avatars: false, pages: false } as const;
    const { url } = await start({ rootRoutes: { ...rootRoutes, keyFiles: false } });
    const root = await rootAt(url);
    const { ada } = await seedIssue(root);
    for (const path of [
      '/health',
      '/docs',
      '/avatars/1.svg',
      '/ada',
      '/ada.keys',
      '/assets/forgenote.css',
    ])
      expect([path, await status(url, path)]).toEqual([path, 404]);
    expect(await ada.client.get('/user')).toMatchObject({ status: 200 });
    expect(await root.send('GET', '/nothing')).toMatchObject({ status: 404 });
  });

  it('moves single routes, with all links to them', async () => {
    const rootRoutes = { health: '/forge', docs: '/forge', avatars: '/img', pages: '/people' };
    const { url } = await start({ rootRoutes });
    const root = await rootAt(url);
    const { ada } = await seedIssue(root);
    await addKey(ada.client);
    for (const path of ['/health', '/docs', '/avatars/1.svg', '/ada'])
      expect([path, await status(url, path)]).toEqual([path, 404]);
    for (const path of [
      '/forge/health',
      '/forge/health/live',
      '/forge/health/ready',
      '/forge/docs',
      '/img/avatars/1.svg',
      '/people/ada',
      '/ada.keys',
    ])
      expect([path, await status(url, path)]).toEqual([path, 200]);
    const { body } = await ada.client.get<{ web_url: string; avatar_url: string }>('/user');
    expect(body).toMatchObject({
      web_url: `${url}/people/ada`,
      avatar_url: `${url}/img/avatars/${ada.id}.svg`,
    });
    const page = await (await fetch(body.web_url, { headers: { accept: 'text/html' } })).text();
    const links = [...page.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, link = '']) => link);
    expect(links).toEqual(
      expect.arrayContaining(['/people/public/projects', '/forge/docs', '/ada.keys']),
    );
    for (const link of links) expect([link, await status(url, link)]).toEqual([link, 200]);
    const reference = await (await fetch(`${url}/forge/docs`)).text();
    expect(reference).toContain('<a href="/people/public/projects">← Back to the site</a>');
    for (const [, file = ''] of reference.matchAll(/(?:href|src)="(\/[^"]*)"/g))
      expect([file, await status(url, file)]).toEqual([file, 200]);
  });

  it('has a reference without a way back if the pages are left out', async () => {
    const { url } = await start({ rootRoutes: { pages: false } });
    const reference = await (await fetch(`${url}/docs`)).text();
    expect(reference).toContain('<div id="reference">');
    expect(reference).not.toContain('<a ');
  });

  it('links to no key file that is left out', async () => {
    const { url } = await start({ rootRoutes: { keyFiles: false } });
    const { ada } = await seedIssue(await rootAt(url));
    await addKey(ada.client);
    const page = await (await fetch(`${url}/ada`, { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('SHA256:');
    expect(page).not.toContain('ada.keys');
  });

  it('has no page at the root of the host, unless it is asked for', async () => {
    const { url } = await start();
    expect(await status(url, '/')).toBe(404);
    await host?.close();
    const second = await start({ rootRoutes: { home: true } });
    expect(await status(second.url, '/')).toBe(200);
  });

  it.each([
    [
      { helth: false },
      'rootRoutes.helth is not a root route: use health, docs, avatars, keyFiles, pages, home',
    ],
    [{ docs: 'forge' }, 'rootRoutes.docs must be true, false or a path such as /forge'],
    [{ home: true, pages: false }, 'rootRoutes.home needs the pages'],
  ])('rejects %j in one sentence', (rootRoutes, sentence) => {
    expect(() => ForgenoteModule.forRoot({ rootRoutes: rootRoutes as object })).toThrow(sentence);
  });
});

describe('a malformed URL, with the adapter of the service', () => {
  const JSON_TYPE = 'application/json';
  const PAGE_TYPE = 'text/html; charset=utf-8';

  it.each([
    ['JSON for a path of the host', '/shop/%zz', 404, JSON_TYPE],
    ['JSON for a path of the API', '/api/v3/%zz', 404, JSON_TYPE],
    ['a page for the query of a page', '/ada?x=%zz', 400, PAGE_TYPE],
  ])('returns %s to a browser', async (_what, path, status, type) => {
    const adapter = createForgenoteAdapter();
    const module = hostOf(ForgenoteModule.forRoot(await hostSettings()));
    const { url } = await startHost(module, undefined, adapter);
    const response = await fetch(url + path, { headers: { accept: 'text/html' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([status, type]);
  });
});

describe('the enhancers of the service', () => {
  it('never run for routes of the host', async () => {
    const authenticate = countedAuthenticate();
    const { url } = await start({ authenticate: authenticate.call });
    expect(await (await fetch(`${url}/host?sudo=nobody`)).json()).toEqual({ of: 'the host' });
    expect(authenticate.count()).toBe(0);
    await fetch(`${url}/api/v3/user`);
    expect(authenticate.count()).toBe(1);
  });
});

function countedAuthenticate() {
  let calls = 0;
  return {
    call: () => {
      calls++;
      return undefined;
    },
    count: () => calls,
  };
}

describe('the logger of Fastify in a host', () => {
  it('has no tokens of URLs with the serializer of docs/embedding.md', async () => {
    const lines: string[] = [];
    const adapter = new FastifyAdapter({
      logger: {
        stream: { write: (line) => lines.push(line) },
        serializers: {
          req: ({ method, url }: FastifyRequest) => ({ method, path: url.split('?', 1)[0] }),
        },
      },
    });
    const module = hostOf(ForgenoteModule.forRoot(await hostSettings()));
    const { url } = await startHost(module, undefined, adapter);
    const response = await fetch(`${url}/api/v3/user?private_token=${HOST_TOKEN}`);
    expect(response.status).toBe(200);
    expect(lines.join('')).toContain('"req":{"method":"GET","path":"/api/v3/user"}');
    expect(lines.join('')).not.toContain(HOST_TOKEN);
    const sent = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    // Those of Fastify itself.
    expect(sent.slice(-2)).toEqual(['incoming request', 'request completed']);
    expect(sent).not.toContain('request');
  });
});

describe('SwaggerModule of the host', () => {
  // What DocumentBuilder reads. @nestjs/swagger is not installed here.
  const isExcluded = (controller: object) =>
    Reflect.getMetadata('swagger/apiExcludeController', controller) as unknown;

  it('leaves out every controller of the service, and none of the host', async () => {
    const { app } = await start({ rootRoutes: { home: true } });
    const controllers = [...app.get(ModulesContainer).values()].flatMap((module) =>
      [...module.controllers.values()].map(({ metatype }) => metatype as Type),
    );
    expect(controllers.length).toBeGreaterThan(20);
    const included = controllers.filter((controller) => isExcluded(controller) === undefined);
    expect(included).toEqual([HostController]);
  });
});

describe('a host with two forges as modules', () => {
  it('gets one clear sentence when it starts', async () => {
    const forges = [await hostSettings(), await hostSettings()];
    @Module({ imports: forges.map((settings) => ForgenoteModule.forRoot(settings)) })
    class HostModule {}
    await expect(startHost(HostModule)).rejects.toThrow(
      'The application imports ForgenoteModule twice: import it once, in your root module',
    );
  });
});

describe('a host that does not run on Fastify', () => {
  it('gets one clear sentence when it starts', async () => {
    class OtherAdapter extends FastifyAdapter {
      override getType(): string {
        return 'express';
      }
    }
    const module = hostOf(ForgenoteModule.forRoot(await hostSettings()));
    const built = await Test.createTestingModule({ imports: [module] }).compile();
    const app = built.createNestApplication<NestFastifyApplication>(new OtherAdapter());
    try {
      await expect(app.init()).rejects.toThrow(
        'Forgenote needs Fastify, but the application runs on express: create it with NestFactory.create(AppModule, new FastifyAdapter()) from @nestjs/platform-fastify',
      );
    } finally {
      await app.close();
    }
  });
});

it('needs no call besides listen or init', async () => {
  const { app } = await start();
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  const { statusCode } = await fastify.inject({ url: '/api/v3/user', ...withToken });
  expect(statusCode).toBe(200);
});
