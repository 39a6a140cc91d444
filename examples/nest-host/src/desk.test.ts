import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { createForgenoteAdapter, Passwords } from 'forgenote';
import { DeskModule } from './desk.js';

let folder: string;
let app: NestFastifyApplication;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-'));
  const settings = { DATABASE_URL: `sqlite:${folder}/forge.sqlite` };
  const desk = DeskModule.with(join(folder, 'desk.sqlite'), settings);
  const module = await Test.createTestingModule({ imports: [desk] })
    // Real hashes take 30 ms each.
    .overrideProvider(Passwords)
    .useValue({ hash: (text: string) => Promise.resolve(`plain ${text}`) })
    .compile();
  app = module.createNestApplication(createForgenoteAdapter());
  await app.init();
});
after(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

type Request = { cookie?: string } & Record<string, string>;

async function send(method: 'GET' | 'POST', url: string, given: Request = {}) {
  const { cookie = '', ...payload } = given;
  const body = method === 'POST' ? { payload } : {};
  const { statusCode, body: text } = await app.inject({
    method,
    url,
    headers: { cookie },
    ...body,
  });
  return { status: statusCode, body: text === '' ? undefined : JSON.parse(text) };
}

async function signUp(name: string): Promise<string> {
  const { body } = await send('POST', '/members', { name });
  return `desk=${body.session}`;
}

test('members of the desk comment on its tickets', async () => {
  const ada = await signUp('ada');
  const bob = await signUp('bob');
  const ticket = await send('POST', '/tickets', { cookie: ada, subject: 'The printer' });
  assert.equal(ticket.status, 201);
  const at = `/tickets/${ticket.body.id}`;
  await send('POST', `${at}/comments`, { cookie: bob, text: 'Which one?' });

  // The same session calls the API of Forgenote.
  const notes = `/api/v3/projects/root%2Fdesk/issues/${ticket.body.issueId}/notes`;
  const note = await send('POST', notes, { cookie: ada, body: 'The blue one' });
  assert.equal(note.status, 201);
  assert.equal(note.body.author.username, 'ada');

  // The listener counts after the response.
  await delay(200);
  const { body } = await send('GET', at, { cookie: ada });
  assert.equal(body.comments, 2);
  assert.deepEqual(body.conversation, [
    { by: 'bob', text: 'Which one?' },
    { by: 'ada', text: 'The blue one' },
  ]);
});

test('an error of Forgenote has its status on the routes of the desk', async () => {
  const eve = await signUp('eve');
  const ticket = await send('POST', '/tickets', { cookie: eve, subject: 'Empty' });
  const empty = await send('POST', `/tickets/${ticket.body.id}/comments`, {
    cookie: eve,
    text: '',
  });
  assert.deepEqual(empty, { status: 400, body: { error: { body: ["can't be blank"] } } });
});

test('nobody comments without a session', async () => {
  assert.equal((await send('POST', '/tickets', { subject: 'x' })).status, 401);
  assert.equal((await send('GET', '/api/v3/user')).status, 401);
});

test('the routes of Forgenote are where the desk wants them', async () => {
  assert.equal((await send('GET', '/forge/health')).status, 200);
  assert.equal((await send('GET', '/health')).status, 404);
});
