import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Module, UnauthorizedException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { mountForgenote, UsersService } from 'forgenote';

@Module({})
class HostModule {}

const ADMIN_TOKEN = 'token-of-root-0000000';
let folder: string;
let app: NestFastifyApplication;
let forges: NestFastifyApplication[];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isolated-'));
  app = await NestFactory.create<NestFastifyApplication>(HostModule, new FastifyAdapter(), {
    logger: false,
    abortOnError: false,
  });
  // What the host applies to all its routes does not reach the forges.
  app.setGlobalPrefix('api/v1');
  app.useGlobalGuards({
    canActivate: () => {
      throw new UnauthorizedException();
    },
  });
  const mount = (name: string) =>
    mountForgenote(app, {
      prefix: `/${name}`,
      DATABASE_URL: `sqlite:${folder}/${name}/forge.sqlite`,
      ADMIN_TOKEN,
      LOG_LEVEL: 'silent',
    });
  forges = [await mount('red'), await mount('blue')];
  await app.init();
});
after(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function get(url: string) {
  const headers = { 'private-token': ADMIN_TOKEN };
  const { statusCode, body } = await app.inject({ url, headers });
  return { status: statusCode, body: JSON.parse(body) };
}

test('each forge answers below its prefix', async () => {
  for (const name of ['red', 'blue']) {
    const { status, body } = await get(`/${name}/api/v3/user`);
    assert.equal(status, 200);
    assert.equal(body.username, 'root');
  }
  assert.equal((await get('/api/v3/user')).status, 404);
});

test('the host gets providers from the application of a forge', async () => {
  const { username } = await forges[0].get(UsersService).get(1);
  assert.equal(username, 'root');
});

test('errors have the shape of Forgenote', async () => {
  assert.deepEqual(await get('/red/api/v3/projects/9'), {
    status: 404,
    body: { message: '404 Project Not Found' },
  });
});
