import {
  Body,
  Catch,
  Controller,
  Get,
  HttpException,
  Module,
  Post,
  UnauthorizedException,
  ValidationPipe,
  VersioningType,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { EventEmitter2, EventEmitterModule } from '@nestjs/event-emitter';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { getRepositoryToken } from '@nestjs/typeorm';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { map } from 'rxjs';
import {
  ActorFactory,
  FORGENOTE,
  mountForgenote,
  NotesService,
  User,
  UsersService,
  type MountOptions,
  type ReadRepository,
} from '../../src/embedding/forgenote.module.js';
import {
  endHosts,
  HOST_TOKEN,
  hostSettings,
  rootAt,
  seedIssue,
  startHost,
  type Host,
} from '../support/host.js';
import { expectReadOnly } from './read-only.js';

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
}

@Module({ imports: [EventEmitterModule.forRoot()], controllers: [HostController] })
class HostModule {}

@Catch()
class HostFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost) {
    const status = error instanceof HttpException ? error.getStatus() : 500;
    void host.switchToHttp().getResponse<FastifyReply>().status(status).send('the host is sorry');
  }
}

/** Everything that a host can apply to all its routes. */
function applyEverything(app: NestFastifyApplication): void {
  app.setGlobalPrefix('api/v1');
  app.enableVersioning({ type: VersioningType.HEADER, header: 'x-version' });
  app.useGlobalFilters(new HostFilter());
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true }));
  app.useGlobalGuards({
    canActivate: () => {
      throw new UnauthorizedException('the host lets nobody in');
    },
  });
  app.useGlobalInterceptors({
    intercept: (_context, next) => next.handle().pipe(map((data: unknown) => ({ data }))),
  });
}

let host: Host | undefined;
let forges: NestFastifyApplication[] = [];
afterEach(async () => {
  forges = [];
  await endHosts();
});

/** Starts a host with a forge at each prefix. */
async function start(
  mounts: MountOptions[],
  arrange: (app: NestFastifyApplication) => unknown = () => undefined,
): Promise<Host> {
  host = await startHost(HostModule, async (app) => {
    await arrange(app);
    for (const mount of mounts) {
      const settings = await hostSettings();
      forges.push(await mountForgenote(app, mount && { ...settings, ...mount }));
    }
  });
  return host;
}

describe('mountForgenote', () => {
  it('answers like the standalone service, whatever applies to the routes of the host', async () => {
    const { url } = await start([{ prefix: '/forge' }], applyEverything);
    const root = await rootAt(`${url}/forge`);
    const { ada, issue, seed } = await seedIssue(root);
    await seed.note(issue, ada, { body: 'In isolation' });
    const notes = await ada.client.get(`${issue.at}/notes`);
    expect(notes).toMatchObject({ status: 200, body: [{ body: 'In isolation' }] });
    expect(notes.headers.get('link')).toContain(`<${url}/forge/api/v3/projects/1/issues/1/notes?`);
    expect(await root.post('/projects', {})).toMatchObject({
      status: 400,
      body: { message: { name: ['is missing'] } },
    });
    expect(await root.get('/projects/9')).toMatchObject({
      status: 404,
      body: { message: '404 Project Not Found' },
    });
    expect(await root.send('GET', '/nothing')).toMatchObject({ status: 404 });
    expect(await root.send('PATCH', '/user')).toMatchObject({ status: 405 });
    expect(await root.as('').get('/user')).toMatchObject({ status: 401 });
    const form = new URLSearchParams({ body: 'As a form' });
    expect((await ada.client.post(`${issue.at}/notes`, form)).status).toBe(201);
    expect(await root.type('application/json').post('/projects', '{')).toMatchObject({
      status: 400,
    });
    const hosts = await fetch(`${url}/api/v1/host`);
    expect([hosts.status, await hosts.text()]).toEqual([401, 'the host is sorry']);
  });

  it('serves pages, files and the document below its prefix, and nothing outside', async () => {
    const { url } = await start([{ prefix: '/forge' }]);
    const root = await rootAt(`${url}/forge`);
    await seedIssue(root);
    const status = async (path: string) =>
      (await fetch(url + path, { headers: { accept: 'text/html' } })).status;
    for (const path of ['', '/', '/health', '/docs', '/avatars/1.svg', '/ada', '/ada.keys'])
      expect([path, await status(`/forge${path}`)]).toEqual([path, 200]);
    for (const path of ['/health', '/docs', '/ada', '/api/v3/user', '/forgery'])
      expect([path, await status(path)]).toEqual([path, 404]);
    const page = await (
      await fetch(`${url}/forge/ada`, { headers: { accept: 'text/html' } })
    ).text();
    for (const [, link = ''] of page.matchAll(/(?:href|src)="(\/[^"]*)"/g))
      expect([link, await status(link)]).toEqual([link, 200]);
    expect(await (await fetch(`${url}/host`)).json()).toEqual({ of: 'the host' });
    const echoed = await fetch(`${url}/host`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '[1]',
    });
    expect(await echoed.json()).toEqual({ body: [1] });
  });

  it('runs several forges in one process, each with its own users', async () => {
    const { url } = await start([{ prefix: '/one' }, { prefix: '/two/forge' }]);
    const [one, two] = [await rootAt(`${url}/one`), await rootAt(`${url}/two/forge`)];
    const { ada } = await seedIssue(one);
    expect(await two.get('/users')).toMatchObject({ body: [{ username: 'root' }] });
    expect(await two.as(ada.token).get('/user')).toMatchObject({ status: 401 });
    await seedIssue(two);
    expect(await one.get('/users')).toMatchObject({ body: [{ username: 'ada' }, {}] });
    const links = await two.get<{ web_url: string }>('/user');
    expect(links.body.web_url).toBe(`${url}/two/forge/root`);
  });

  it('gives repositories that only read', async () => {
    await start([{ prefix: '/forge' }]);
    const users = forges[0]?.get<ReadRepository<User>>(getRepositoryToken(User, FORGENOTE));
    expect(await users?.findOneBy({ username: 'root' })).toMatchObject({ admin: true });
    expectReadOnly(users ?? {});
  });

  it('returns its application, from which the host gets providers', async () => {
    await start([{ prefix: '/one' }, { prefix: '/two' }]);
    const [one, two] = forges;
    expect(await one?.get(UsersService).get(1)).toMatchObject({ username: 'root' });
    expect(one?.get(NotesService)).not.toBe(two?.get(NotesService));
  });

  it('passes the request of the host to authenticate, with the session of the host', async () => {
    const authenticate: MountOptions['authenticate'] = (request, actors) => {
      const { session } = request as { session?: string };
      return session === undefined ? undefined : actors.forUser(session);
    };
    const { url } = await start([{ prefix: '/forge', authenticate }], (app) => {
      const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
      fastify.addHook('onRequest', (request, _reply, done) => {
        Object.assign(request, { session: request.headers['x-session'] });
        done();
      });
    });
    await seedIssue(await rootAt(`${url}/forge`));
    const me = await fetch(`${url}/forge/api/v3/user`, { headers: { 'x-session': 'ada' } });
    expect(await me.json()).toMatchObject({ username: 'ada' });
    expect((await fetch(`${url}/forge/api/v3/user`)).status).toBe(401);
  });

  it('delivers lifecycle events through the emitter of the host', async () => {
    const { app, url } = await start([{ prefix: '/forge' }]);
    const created = new Promise((resolve) => {
      app.get(EventEmitter2).once('forgenote.project.created', resolve);
    });
    await seedIssue(await rootAt(`${url}/forge`));
    expect(await created).toMatchObject({ id: 1, forge: '/forge' });
  });

  it('answers requests that the host injects', async () => {
    const { app } = await start([{ prefix: '/forge' }]);
    const { statusCode, body } = await app.inject({
      url: '/forge/api/v3/user',
      headers: { 'private-token': HOST_TOKEN },
    });
    expect([statusCode, JSON.parse(body)]).toMatchObject([200, { username: 'root' }]);
  });

  it('leaves out the root routes that the host does not want', async () => {
    const rootRoutes = { pages: false, home: false, docs: false } as const;
    const { url } = await start([{ prefix: '/forge', rootRoutes }]);
    expect((await fetch(`${url}/forge/docs`)).status).toBe(404);
    expect((await fetch(`${url}/forge/health`)).status).toBe(200);
  });

  it('links to no page that is closed', async () => {
    const rootRoutes = { home: false, docs: false } as const;
    const { url } = await start([{ prefix: '/forge', PUBLIC_PAGES: false, rootRoutes }]);
    for (const path of ['/ada', '/users/confirmation', '/public/users?cursor=x']) {
      const headers = { accept: 'text/html' };
      const page = await (await fetch(`${url}/forge${path}`, { headers })).text();
      expect([path, page]).toEqual([path, expect.stringContaining('<b>Forgenote</b>')]);
      const links = [...page.matchAll(/href="(\/[^"]*)"/g)].map(([, link = '']) => link);
      expect(links.filter((link) => !link.startsWith('/forge/assets/'))).toEqual([]);
    }
  });

  it('closes with the host', async () => {
    const { app } = await start([{ prefix: '/forge' }]);
    const [forge] = forges;
    await app.close();
    host = undefined;
    await expect(forge?.get(UsersService).get(1)).rejects.toThrow();
  });

  it.each([
    [undefined, "mountForgenote needs an object with a prefix, such as { prefix: '/forge' }"],
    [{ prefix: 'forge' }, 'prefix must be a path such as /forge'],
    [{ prefix: '/forge', LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be'],
    [{ prefix: '/forge', LOG_LEVLE: 'info' }, 'LOG_LEVLE is not a setting'],
    [{ prefix: '/forge', PORT: 1 }, 'PORT has no effect in an application'],
    [{ prefix: '/forge', rootRoutes: { doc: false } }, 'rootRoutes.doc is not a root route'],
    [{ prefix: '/forge', authenticate: true }, 'authenticate must be a function'],
  ])('rejects %j in one sentence', (options, sentence) =>
    expect(start([options as MountOptions])).rejects.toThrow(sentence),
  );

  it('returns 500 if authenticate returns an actor of another forge', async () => {
    const authenticate = () => forges[0]?.get(ActorFactory).forUser(1);
    const { url } = await start([{ prefix: '/red' }, { prefix: '/blue', authenticate }]);
    const me = await fetch(`${url}/blue/api/v3/user`);
    expect([me.status, await me.json()]).toEqual([500, { message: '500 Internal Server Error' }]);
  });

  it('says which database cannot be opened', () =>
    expect(
      start([{ prefix: '/forge', DATABASE_URL: 'sqlite:/dev/null/forge.sqlite' }]),
    ).rejects.toThrow('/dev/null'));
});
