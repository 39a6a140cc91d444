import 'reflect-metadata';
import { Controller, Get, Module, Patch, Post, Put, UseGuards, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { Params, type Input } from '../input/input.js';
import { Operation, type OperationOptions } from '../routing/operation.js';
import { PageParams } from '../pagination/page.js';
import { TextParam } from '../input/params.js';
import { Field, integer, orNull, string } from '../schema/schema.js';
import { buildDocument } from './document.js';
import { Routes } from './routes.js';

class AuthorView {
  @Field(integer('Identifier.')) id!: number;
}

class NoteView {
  @Field(string('Text.')) body!: string;
  @Field(orNull(string('Title.'))) title!: string | null;
  @Field(() => AuthorView) author!: AuthorView;
  @Field(string('Only of some.'), { required: false }) extra?: string;
}

class ListNotesParams extends PageParams {
  @TextParam({ description: 'Which way.', required: false }) sort?: string;
}

class CreateNoteInput {
  @TextParam({ description: 'Text.' }) body!: string;
  @TextParam({ description: 'Title.', required: false }) title?: string;
}

const say = (answers: OperationOptions['answers'], more: Partial<OperationOptions> = {}) =>
  Operation({ summary: 'Do it', access: 'user', answers, ...more });

@Controller('projects/:id/issues/:issue_id/notes')
class NotesController {
  @Get()
  @say([NoteView])
  list(@Params(ListNotesParams) input: Input<ListNotesParams>) {
    return input;
  }

  @Post()
  @say(NoteView, { conflicts: 'Already exists' })
  create(@Params(CreateNoteInput) input: Input<CreateNoteInput>) {
    return input;
  }

  @Post(':note_id/hide')
  @say({ anyOf: [NoteView, { type: 'null' }] }, { access: 'admin' })
  hide() {
    return null;
  }

  @Put(':note_id/hide')
  @say({ anyOf: [NoteView, { type: 'null' }] }, { access: 'admin' })
  hideByPut() {
    return null;
  }
}

@Controller('health')
class HealthController {
  @Get()
  @say({ schema: { type: 'boolean' } }, { access: 'public' })
  get() {
    return true;
  }

  @Get('secret')
  @say({ schema: { type: 'boolean' } }, { access: 'public', hidden: true })
  hidden() {
    return true;
  }
}

@Controller('users')
class UndeclaredController {
  @Get()
  list() {
    return [];
  }
}

@Controller('users')
class PatchController {
  @Patch()
  @say(NoteView)
  update() {
    return {};
  }
}

@Module({})
class FeatureModule {}

async function appWith(...controllers: Type[]) {
  const imports = [DiscoveryModule, { module: FeatureModule, controllers }];
  const module = await Test.createTestingModule({ imports, providers: [Routes] }).compile();
  return module.createNestApplication<NestFastifyApplication>(new FastifyAdapter());
}

async function routesOf(...controllers: Type[]) {
  const app = await appWith(...controllers);
  app.setGlobalPrefix('api/v3', { exclude: ['health', 'health/secret'] });
  const routes = app.get(Routes);
  routes.record(app.getHttpAdapter().getInstance());
  await app.init();
  await app.close();
  return routes.list;
}

describe('Routes', () => {
  it('throws if a route declares no access', async () => {
    const routes = (await appWith(NotesController, UndeclaredController)).get(Routes);
    expect(() => {
      routes.requireOperations([FeatureModule]);
    }).toThrow('UndeclaredController.list declares no @Operation');
  });

  it('throws if a controller with operations lacks the guard', async () => {
    class TokenGuard {
      canActivate(): boolean {
        return true;
      }
    }
    @Controller('guarded')
    @UseGuards(TokenGuard)
    class GuardedController {
      @Get()
      @say(NoteView)
      get() {
        return {};
      }
    }
    const routesWith = async (...controllers: Type[]) =>
      (await appWith(...controllers)).get(Routes);
    const guarded = await routesWith(GuardedController, UndeclaredController);
    expect(() => {
      guarded.requireGuard(TokenGuard);
    }).not.toThrow();
    const open = await routesWith(GuardedController, NotesController);
    expect(() => {
      open.requireGuard(TokenGuard);
    }).toThrow('NotesController has no TokenGuard: add its module to AppModule.withRoutes');
  });

  it('ignores modules of a host application', async () => {
    const routes = (await appWith(UndeclaredController)).get(Routes);
    expect(() => {
      routes.requireOperations([]);
    }).not.toThrow();
  });

  it('throws for a method that the document cannot describe', () =>
    expect(routesOf(PatchController)).rejects.toThrow('/api/v3/users has none of the methods'));

  it('lists no HEAD routes and no routes without @Operation', async () => {
    const routes = await routesOf(NotesController, UndeclaredController);
    expect(routes.map(({ method, handler }) => [method, handler])).toEqual([
      ['get', 'list'],
      ['post', 'create'],
      ['post', 'hide'],
      ['put', 'hideByPut'],
    ]);
  });
});

describe('buildDocument', () => {
  const built = async () => buildDocument(await routesOf(NotesController, HealthController));
  const NOTES = '/api/v3/projects/{id}/issues/{issue_id}/notes';

  it('contains all routes with their full path, except hidden ones', async () => {
    const { paths } = await built();
    expect(Object.keys(paths)).toEqual([NOTES, `${NOTES}/{note_id}/hide`, '/health']);
  });

  it('does not depend on the order of the routes', async () => {
    const routes = await routesOf(NotesController, HealthController);
    const texts = [routes, routes.toReversed()].map((some) => JSON.stringify(buildDocument(some)));
    expect(texts[0]).toBe(texts[1]);
  });

  it('gives every operation a unique id', async () => {
    const { paths } = await built();
    const ids = Object.values(paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(ids).toEqual([
      'listIssueNotes',
      'createIssueNote',
      'hideIssueNote',
      'hideIssueNoteWithPost',
      'getHealth',
    ]);
  });

  it('forbids additional properties in responses', async () => {
    const { components } = await built();
    expect(components.schemas['NoteView']).toEqual({
      type: 'object',
      properties: {
        body: { type: 'string', description: 'Text.' },
        title: { type: ['string', 'null'], description: 'Title.' },
        author: { $ref: '#/components/schemas/AuthorView' },
        extra: { type: 'string', description: 'Only of some.' },
      },
      required: ['body', 'title', 'author'],
      additionalProperties: false,
    });
  });

  it('allows additional properties in request bodies and lists three content types', async () => {
    const { paths, components } = await built();
    const body = paths[NOTES]?.post?.requestBody;
    expect(body?.required).toBe(true);
    expect(Object.keys(body?.content ?? {})).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]);
    expect(components.schemas['CreateNoteInput']).not.toHaveProperty('additionalProperties');
    expect(components.schemas['CreateNoteInput']?.required).toEqual(['body']);
  });

  it('describes the query parameters and page headers of a list', async () => {
    const { paths } = await built();
    const operation = paths[NOTES]?.get;
    expect(operation?.parameters?.map((one) => ('name' in one ? one.name : one.$ref))).toEqual([
      'id',
      'issue_id',
      'page',
      'per_page',
      'pagination',
      'cursor',
      'sort',
      '#/components/parameters/Sudo',
    ]);
    expect(operation?.responses['200']).toMatchObject({
      headers: { Link: {}, 'X-Per-Page': {}, 'X-Total': {}, 'X-Request-Id': {} },
      content: { 'application/json': { schema: { type: 'array' } } },
    });
  });

  it('lists the statuses each operation can return', async () => {
    const { paths } = await built();
    const statuses = (path: string, method: 'get' | 'post' | 'put') =>
      Object.keys(paths[path]?.[method]?.responses ?? {}).map(Number);
    expect(statuses(NOTES, 'get')).toEqual([200, 400, 401, 403, 404, 408, 414, 429, 431, 500, 503]);
    expect(statuses(NOTES, 'post')).toEqual([
      ...[201, 400, 401, 403, 404, 408, 409, 413, 414, 415, 429, 431, 500, 503, 504],
    ]);
    expect(statuses(`${NOTES}/{note_id}/hide`, 'put')).toContain(200);
    expect(statuses('/health', 'get')).toEqual([200, 400, 404, 408, 414, 429, 431, 500, 503]);
  });

  it('requires no token for public operations', async () => {
    const { paths } = await built();
    expect(paths['/health']?.get).toMatchObject({ security: [] });
    expect(paths[NOTES]?.get).not.toHaveProperty('security');
  });
});
