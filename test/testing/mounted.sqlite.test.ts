import {
  Body,
  Catch,
  Controller,
  Get,
  HttpException,
  Module,
  NotFoundException,
  Post,
  Req,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { ExternalContextCreator } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test, type TestingModuleBuilder } from '@nestjs/testing';
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  createForgenoteAdapter,
  ForgenoteModule,
  Passwords,
  prepareForgenote,
  UsersService,
  type Settings,
} from '../../src/app/embedding/forgenote.module.js';
import { Client } from '../support/client.js';
import { Contract } from '../support/contract.js';
import { reusedDatabase, type ReusedDatabase } from '../support/reused-database.js';
import { Seed } from '../support/seed.js';

@Controller('host')
class HostController {
  @Get()
  get() {
    return { of: 'the host' };
  }

  @Post()
  echo(@Body() body: unknown) {
    return { body };
  }

  @Get('actor')
  actor(@Req() { actor }: { actor?: unknown }) {
    return { actor };
  }

  @Get('missing')
  missing() {
    throw new NotFoundException('not mine');
  }
}

/** A path of the service, with another method. */
@Controller('docs')
class HostDocsController {
  @Post()
  create() {
    return { of: 'the host' };
  }
}

/** A filter for every exception, which a host may have. */
@Catch()
class HostFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost) {
    const status = error instanceof HttpException ? error.getStatus() : 500;
    void host.switchToHttp().getResponse<FastifyReply>().status(status).send('the host is sorry');
  }
}

const TOKEN = 'token-of-root-0000000';
let database: ReusedDatabase;
beforeEach(async () => {
  database = await reusedDatabase();
});
afterEach(() => database.drop());

function hostModule(settings: Settings): unknown {
  const DATABASE_URL = database.url;
  const given = { DATABASE_URL, ADMIN_TOKEN: TOKEN, ADMIN_PASSWORD: 'secret of root', ...settings };
  @Module({
    imports: [ForgenoteModule.forRoot(given)],
    controllers: [HostController, HostDocsController],
  })
  class HostModule {}
  return HostModule;
}

interface Mounting {
  settings?: Settings;
  adapter?: FastifyAdapter;
  replace?: (builder: TestingModuleBuilder) => TestingModuleBuilder;
  arrange?: (app: NestFastifyApplication) => unknown;
  prepare?: (app: NestFastifyApplication) => Promise<void>;
}

async function mounted(
  use: (app: NestFastifyApplication, url: string) => Promise<void>,
  { settings = {}, adapter, replace = (b) => b, arrange, prepare }: Mounting = {},
): Promise<void> {
  const imports = [hostModule(settings) as never];
  const module = await replace(Test.createTestingModule({ imports })).compile();
  const app = module.createNestApplication<NestFastifyApplication>(adapter ?? new FastifyAdapter());
  try {
    await arrange?.(app);
    await (prepare ?? prepareForgenote)(app);
    await app.listen(0, '127.0.0.1');
    await database.hasTables();
    await use(app, (await app.getUrl()).replace('[::1]', '127.0.0.1'));
  } finally {
    await app.close();
  }
}

async function clientOf(url: string, api = `${url}/api/v3`): Promise<Client> {
  return new Client(api, await Contract.of(api)).as(TOKEN);
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('ForgenoteModule.forRoot', () => {
  it('answers like the standalone service, next to routes of the host', () =>
    mounted(async (_app, url) => {
      const root = await clientOf(url);
      const seed = new Seed(root);
      const ada = await seed.user();
      const project = await seed.project(ada);
      const issue = await seed.issue(project, ada);
      await seed.note(issue, ada);
      const notes = await ada.client.get(`${issue.at}/notes`, { per_page: 1 });
      expect(notes).toMatchObject({ status: 200, body: [{ body: 'Note 4' }] });
      expect(notes.headers.get('link')).toContain(`<${url}/api/v3/projects/1/issues/1/notes?`);
      expect(notes.headers.get('cache-control')).toBe('private, no-store');
      expect(notes.headers.get('x-request-id')).toBeTruthy();
      const asForm = await ada.client.post(`${issue.at}/notes`, new URLSearchParams({ body: 'x' }));
      expect(asForm.status).toBe(201);
      expect((await fetch(`${url}/${ada.username}`)).status).toBe(200);
      expect((await fetch(`${url}/avatars/1.svg`)).status).toBe(200);
    }));

  it('returns its own errors before a route, whatever exception filter the host has', () =>
    mounted(
      async (_app, url) => {
        const root = await clientOf(url);
        const message = '404 Not Found';
        expect(await root.send('GET', '/nothing')).toMatchObject({
          status: 404,
          body: { message },
        });
        const broken = await root.type('application/json').post('/projects', '{');
        expect(broken).toMatchObject({
          status: 400,
          body: { message: expect.stringContaining('JSON') as string },
        });
        const patch = await root.send('PATCH', '/user');
        expect(patch).toMatchObject({ status: 405 });
      },
      { arrange: (app) => app.useGlobalFilters(new HostFilter()) },
    ));

  it('does not affect routes, bodies and errors of the host', () =>
    mounted(async (_app, url) => {
      const got = await fetch(`${url}/host`);
      expect(await got.json()).toEqual({ of: 'the host' });
      expect([got.headers.get('x-request-id'), got.headers.get('cache-control')]).toEqual([
        null,
        null,
      ]);
      const samePath = await fetch(`${url}/docs`, { method: 'POST' });
      expect([samePath.status, samePath.headers.get('x-request-id')]).toEqual([201, null]);
      const post = async (body: string, type: string) => {
        const headers = { 'content-type': type };
        return (await fetch(`${url}/host`, { method: 'POST', headers, body })).json();
      };
      expect(await post('[1]', 'application/json')).toEqual({ body: [1] });
      expect(await post('a=1', form['content-type'])).toEqual({ body: { a: '1' } });
      const shape = { statusCode: 404, error: 'Not Found' };
      const missing = await fetch(`${url}/host/missing`);
      expect(await missing.json()).toEqual({ ...shape, message: 'not mine' });
      const nowhere = await fetch(`${url}/host/nowhere`);
      expect(await nowhere.json()).toEqual({ ...shape, message: 'Cannot GET /host/nowhere' });
    }));

  it('ignores sudo if the host authenticates the caller', () =>
    mounted(
      async (_app, url) => {
        const got = await fetch(`${url}/host/actor?sudo=nobody`);
        expect(await got.json()).toEqual({ actor: 'somebody of the host' });
      },
      {
        arrange: (app) => {
          const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
          fastify.addHook('onRequest', (request, _reply, done) => {
            Object.assign(request, { actor: 'somebody of the host' });
            done();
          });
        },
      },
    ));

  it('does not affect calls of the host without a request', () =>
    mounted(async (app) => {
      const host = app.get(HostController);
      const get = host.get.bind(host);
      // As Nest calls a resolver or the handler of a message: past the guards, which find no request there.
      const call = app.get(ExternalContextCreator).create(host, get, 'get');
      for (const message of [undefined, {}, { actor: 'somebody', headers: { sudo: 'nobody' } }])
        expect(await call(message)).toEqual({ of: 'the host' });
    }));

  it('respects the global prefix of the host', () =>
    mounted(
      async (_app, url) => {
        const root = await clientOf(url, `${url}/forge/api/v3`);
        expect(await root.get('/projects/9')).toMatchObject({ status: 404 });
        const nothing = await fetch(`${url}/forge/api/v3/nothing`);
        expect(await nothing.json()).toEqual({ message: '404 Not Found' });
        expect(await (await fetch(`${url}/forge/host`)).json()).toEqual({ of: 'the host' });

        const document = await fetch(`${url}/forge/api/v3/openapi.json`);
        expect(await document.json()).toMatchObject({
          servers: [{ url: `${url}/forge` }],
          paths: { '/api/v3/user': { get: { operationId: 'getCurrentUser' } } },
        });
        const reference = await (await fetch(`${url}/forge/docs`)).text();
        const [, script = ''] = /src="([^"]*reference\.js[^"]*)"/.exec(reference) ?? [];
        expect(await fetch(url + script)).toMatchObject({ status: 200 });
        const asRoot = (path: string) =>
          fetch(`${url}/forge/api/v3${path}`, { headers: { 'private-token': TOKEN } });
        const links = (await (await asRoot('/user')).json()) as Record<string, string>;
        expect(links['web_url']).toBe(`${url}/forge/root`);
        expect(await fetch(links['web_url'] ?? '')).toMatchObject({ status: 200 });
        expect(await fetch(links['avatar_url'] ?? '')).toMatchObject({ status: 200 });
        const page = await asRoot('/users');
        expect(page.headers.get('link')).toContain(`<${url}/forge/api/v3/users?page=1&`);
      },
      { arrange: (app) => app.setGlobalPrefix('forge') },
    ));

  it('sends CORS headers for its own routes and respects the limits of the adapter', () =>
    mounted(
      async (_app, url) => {
        const origin = 'https://front.example';
        const allowed = async (path: string) => {
          const { headers } = await fetch(`${url}${path}`, { headers: { origin } });
          return headers.get('access-control-allow-origin');
        };
        expect(await allowed('/api/v3/user')).toBe(origin);
        expect(await allowed('/host')).toBeNull();
        const long = await fetch(`${url}/api/v3/projects/${'x'.repeat(200)}`, {
          headers: { 'private-token': TOKEN },
        });
        expect(await long.json()).toEqual({ message: '404 Project Not Found' });
      },
      {
        settings: { CORS_ORIGINS: 'https://front.example' },
        adapter: createForgenoteAdapter(),
      },
    ));

  it('accepts .json at the end of its own paths only', () =>
    mounted(
      async (_app, url) => {
        const headers = { 'private-token': TOKEN };
        const user = await fetch(`${url}/forge/api/v3/user.json`, { headers });
        expect(user.status).toBe(200);
        expect((await fetch(`${url}/forge/host.json`)).status).toBe(404);
        expect((await fetch(`${url}/forge/host/api/v3/host.json`)).status).toBe(404);
      },
      {
        adapter: createForgenoteAdapter(),
        arrange: (app) => app.setGlobalPrefix('forge'),
      },
    ));

  it('lets a test override a provider', () => {
    const hash = (password: string) => Promise.resolve(`plain ${password}`);
    const matches = (password: string, hashed: string | null) =>
      Promise.resolve(hashed === `plain ${password}`);
    return mounted(
      async (app, url) => {
        const root = await clientOf(url);
        const ada = await new Seed(root).user({ password: 'open sesame' });
        const session = { login: ada.username, password: 'open sesame' };
        expect((await root.post('/session', session)).status).toBe(201);
        expect(await app.get(Passwords).hash('x')).toBe('plain x');
        expect(await app.get(UsersService).get(ada.id)).toMatchObject({ username: ada.username });
      },
      { replace: (builder) => builder.overrideProvider(Passwords).useValue({ hash, matches }) },
    );
  });

  it('answers injected requests without listening', async () => {
    const imports = [hostModule({ PUBLIC_URL: 'https://forge.example' }) as never];
    const module = await Test.createTestingModule({ imports }).compile();
    const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter());
    await prepareForgenote(app);
    await app.init();
    const headers = { 'private-token': TOKEN };
    const { body } = await app.inject({ url: '/api/v3/user', headers });
    expect(JSON.parse(body)).toMatchObject({ web_url: 'https://forge.example/root' });
    await app.close();
  });

  it('works without prepareForgenote, which older hosts call', () =>
    mounted(
      async (_app, url) => {
        expect(await (await clientOf(url)).get('/user')).toMatchObject({ status: 200 });
      },
      { prepare: () => Promise.resolve() },
    ));

  it('throws for invalid settings', () => {
    expect(() => ForgenoteModule.forRoot({ PUBLIC_PAGES: 'ajar' })).toThrow('PUBLIC_PAGES must be');
  });
});
