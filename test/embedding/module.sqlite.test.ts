import {
  ForbiddenException,
  Inject,
  Injectable,
  Module,
  UnauthorizedException,
  ValidationPipe,
  type CanActivate,
  type NestInterceptor,
  type PipeTransform,
  type Type,
} from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { InjectRepository } from '@nestjs/typeorm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { map } from 'rxjs';
import {
  ActorFactory,
  createForgenoteAdapter,
  CreateNoteInput,
  FORGENOTE,
  ForgenoteModule,
  inputOf,
  Note,
  NotesService,
  projectRef,
  User,
  UsersService,
  type Authenticate,
  type ForgenoteAsyncOptions,
  type ForgenoteOptions,
  type ReadRepository,
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

/** What a host does with the providers of the module, without HTTP. */
@Injectable()
class Reviews {
  constructor(
    private readonly actors: ActorFactory,
    private readonly notes: NotesService,
    readonly users: UsersService,
    @InjectRepository(Note, FORGENOTE) readonly noteRows: ReadRepository<Note>,
    @InjectRepository(User, FORGENOTE) readonly userRows: ReadRepository<User>,
  ) {}

  async comment(username: string, issue: number, body: string) {
    const actor = await this.actors.forUser(username);
    const noteable = { project: projectRef('1'), type: 'Issue', id: issue } as const;
    return this.notes.create(actor, noteable, inputOf(CreateNoteInput, { body }));
  }
}

function hostOf(forgenote: ReturnType<typeof ForgenoteModule.forRoot>) {
  @Module({ imports: [forgenote], controllers: [HostController], providers: [Reviews] })
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
    ...{ METRICS_PORT: 9464, METRICS_HOST: '127.0.0.1', SLOW_REQUEST_MS: 100 },
  };

  it('name each setting that has no effect in an application', async () => {
    for (const [name, value] of Object.entries(USELESS)) {
      const sentence = `${name} has no effect in an application: `;
      expect(() => ForgenoteModule.forRoot({ [name]: value })).toThrow(sentence);
      await expect(
        startAsync((given) => ({ useFactory: () => ({ ...given, [name]: value }) })),
      ).rejects.toThrow(sentence);
    }
    expect(() => ForgenoteModule.forRoot(USELESS)).toThrow(/HOST .*\nPORT .*\nDRAIN_TIME /s);
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

describe('the providers for the host', () => {
  it('write as an actor, with the rights and rules of the API', async () => {
    const { app, url } = await start();
    const { issue, ada } = await seedIssue(await rootAt(url));
    const reviews = app.get(Reviews);
    expect(await reviews.comment('ada', issue.id, 'From the host')).toMatchObject({
      note: { body: 'From the host', author_username: 'ada' },
    });
    const notes = await ada.client.get(`${issue.at}/notes`);
    expect(notes.body).toMatchObject([{ body: 'From the host' }]);
    await expect(reviews.comment('ada', issue.id, ' ')).rejects.toMatchObject({ status: 400 });
    await expect(reviews.comment('nobody', issue.id, 'x')).rejects.toMatchObject({ status: 404 });
  });

  it('refuse an actor who is blocked, also if the block comes after the actor', async () => {
    const { app, url } = await start();
    const root = await rootAt(url);
    const { issue, ada } = await seedIssue(root);
    const reviews = app.get(Reviews);
    const actor = await app.get(ActorFactory).forUser(ada.id);
    const noteable = { project: projectRef('1'), type: 'Issue', id: issue.id } as const;
    await root.put(`${ada.at}/block`);
    await expect(
      app.get(NotesService).create(actor, noteable, inputOf(CreateNoteInput, { body: 'late' })),
    ).rejects.toMatchObject({ status: 401 });
    await expect(reviews.comment('ada', issue.id, 'later')).rejects.toMatchObject({ status: 401 });
    expect(await reviews.noteRows.count()).toBe(0);
  });

  it('read with the repositories of TypeORM, which have no methods that write', async () => {
    const { app, url } = await start();
    const { issue } = await seedIssue(await rootAt(url));
    const reviews = app.get(Reviews);
    await reviews.comment('ada', issue.id, 'One');
    await reviews.comment('ada', issue.id, 'Two');
    const found = await reviews.noteRows.find({
      where: { noteableId: issue.id },
      order: { id: 'ASC' },
    });
    expect(found.map(({ body }) => body)).toEqual(['One', 'Two']);
    expect(await reviews.userRows.findOneBy({ username: 'ada' })).toMatchObject({ admin: false });
    expect(await reviews.noteRows.maximum('id')).toBe(found[1]?.id);
    expect(await reviews.noteRows.createQueryBuilder().getCount()).toBe(2);
    for (const name of ['save', 'update', 'delete', 'query', 'manager'])
      expect(reviews.noteRows).not.toHaveProperty(name);
  });
});

describe('authenticate', () => {
  const bySession: Authenticate = ({ headers }: FastifyRequest, actors) =>
    typeof headers['x-session'] === 'string' ? actors.forUser(headers['x-session']) : undefined;

  it('lets a user of the host call the API without a token', async () => {
    const { url } = await start({ authenticate: bySession });
    const { issue } = await seedIssue(await rootAt(url));
    const noted = await fetch(`${url}/api/v3${issue.at}/notes`, {
      method: 'POST',
      headers: { 'x-session': 'ada', 'content-type': 'application/json' },
      body: JSON.stringify({ body: 'By session' }),
    });
    expect(noted.status).toBe(201);
    expect(await noted.json()).toMatchObject({ author: { username: 'ada' } });
  });

  it('decides only about requests without a token', async () => {
    const { url } = await start({ authenticate: bySession });
    await seedIssue(await rootAt(url));
    const as = async (headers: Record<string, string>) => {
      const response = await fetch(`${url}/api/v3/user`, { headers });
      const { username } = (await response.json()) as { username?: string };
      return [response.status, username];
    };
    expect(await as({ 'x-session': 'ada', 'private-token': HOST_TOKEN })).toEqual([200, 'root']);
    expect(await as({ 'x-session': 'ada', 'private-token': 'wrong' })).toEqual([401, undefined]);
    expect(await as({ 'x-session': 'ada' })).toEqual([200, 'ada']);
    expect(await as({})).toEqual([401, undefined]);
  });

  it('gives the rights of that user, so that sudo needs an administrator', async () => {
    const { url } = await start({ authenticate: bySession });
    await seedIssue(await rootAt(url));
    const asked = await fetch(`${url}/api/v3/user?sudo=root`, { headers: { 'x-session': 'ada' } });
    expect(asked.status).toBe(403);
    const root = await fetch(`${url}/api/v3/user?sudo=ada`, { headers: { 'x-session': 'root' } });
    expect(await root.json()).toMatchObject({ username: 'ada' });
  });

  it('returns 401 for a blocked user, and 404 for a user that the factory does not find', async () => {
    const { url } = await start({ authenticate: bySession });
    const root = await rootAt(url);
    const { ada } = await seedIssue(root);
    await root.put(`${ada.at}/block`);
    const status = async (session: string) =>
      (await fetch(`${url}/api/v3/user`, { headers: { 'x-session': session } })).status;
    expect(await status('ada')).toBe(401);
    expect(await status('nobody')).toBe(404);
  });

  it('keeps the status of an exception that it throws', async () => {
    const authenticate = () => {
      throw new ForbiddenException('The trial has ended');
    };
    const { url } = await start({ authenticate });
    const response = await fetch(`${url}/api/v3/user`);
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ message: '403 Forbidden - The trial has ended' });
  });

  it('does not replace the token where the operation replaces the token', async () => {
    const { url } = await start({ authenticate: bySession });
    await seedIssue(await rootAt(url));
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
    const guard: CanActivate = {
      canActivate: (context) => {
        Object.assign(context.switchToHttp().getRequest<object>(), { user: 'ada' });
        return true;
      },
    };
    const authenticate: Authenticate = (request, actors) => {
      const { user } = request as { user?: string };
      return user === undefined ? undefined : actors.forUser(user);
    };
    const { url } = await start({ authenticate }, (app) => app.useGlobalGuards(guard));
    await seedIssue(await rootAt(url));
    const me = await fetch(`${url}/api/v3/user`);
    expect(await me.json()).toMatchObject({ username: 'ada' });
  });

  it('returns 500 if it returns an actor of the forge of another application', async () => {
    const other = await start();
    const { url } = await start({ authenticate: () => other.app.get(ActorFactory).forUser(1) });
    const me = await fetch(`${url}/api/v3/user`);
    expect([me.status, await me.json()]).toEqual([500, { message: '500 Internal Server Error' }]);
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
    for (const [, file = ''] of reference.matchAll(/(?:href|src)="(\/[^"]*)"/g))
      expect([file, await status(url, file)]).toEqual([file, 200]);
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

describe('global enhancers of the host', () => {
  const refusal = (error: Error): CanActivate => ({
    canActivate: () => {
      throw error;
    },
  });

  it('keep the status of a guard that refuses, in the error shape of the API', async () => {
    const guard = refusal(new ForbiddenException('Your tenant has no forge'));
    const { url } = await start({}, (app) => app.useGlobalGuards(guard));
    const refused = await fetch(`${url}/api/v3/user`, withToken);
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
  ])('get the status of %s', async (_error, error, status, message) => {
    const { url } = await start({}, (app) => app.useGlobalGuards(refusal(error)));
    const refused = await fetch(`${url}/api/v3/user`, withToken);
    expect([refused.status, await refused.json()]).toEqual([status, { message }]);
  });

  it('get 403 for a guard that returns false', async () => {
    const guard: CanActivate = { canActivate: () => false };
    const { url } = await start({}, (app) => app.useGlobalGuards(guard));
    const refused = await fetch(`${url}/api/v3/user`, withToken);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toEqual({ message: '403 Forbidden - Forbidden resource' });
  });

  it('get 500 for a guard that fails otherwise', async () => {
    const guard = refusal(new Error('secret of the host'));
    const { url } = await start({}, (app) => app.useGlobalGuards(guard));
    const refused = await fetch(`${url}/api/v3/user`, withToken);
    expect(refused.status).toBe(500);
    expect(await refused.json()).toEqual({ message: '500 Internal Server Error' });
  });

  it('apply to the routes of the API: an interceptor wraps responses', async () => {
    const wrap: NestInterceptor = {
      intercept: (_context, next) => next.handle().pipe(map((data: unknown) => ({ data }))),
    };
    const { url } = await start({}, (app) => app.useGlobalInterceptors(wrap));
    const wrapped = await fetch(`${url}/api/v3/user`, withToken);
    expect(await wrapped.json()).toMatchObject({ data: { username: 'root' } });
  });

  it('apply to the routes of the API: a pipe gets each parameter of a route', async () => {
    const types: string[] = [];
    const pipe: PipeTransform = {
      transform: (value: unknown, { type }) => {
        types.push(type);
        return value;
      },
    };
    const { url } = await start({}, (app) => app.useGlobalPipes(pipe));
    expect((await fetch(`${url}/api/v3/users/1`, withToken)).status).toBe(200);
    // The actor and the id of the user.
    expect(types).toEqual(['custom', 'custom']);
  });

  it('do not disturb the API with a strict validation pipe', async () => {
    const pipe = new ValidationPipe({
      whitelist: true,
      forbidNonWhitelisted: true,
      transform: true,
    });
    const { url } = await start({}, (app) => app.useGlobalPipes(pipe));
    const { ada, issue } = await seedIssue(await rootAt(url));
    const noted = await ada.client.post(`${issue.at}/notes`, { body: 'x', unknown: 1 });
    expect(noted.status).toBe(201);
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
