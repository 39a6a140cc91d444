import { Injectable, Module } from '@nestjs/common';
import { EventEmitter2, EventEmitterModule, OnEvent } from '@nestjs/event-emitter';
import { ENGINE } from '../../src/database/database.js';
import type { Engine } from '../../src/database/engine.js';
import { RequestScope } from '../../src/database/request-scope.js';
import {
  Database,
  ForgenoteModule,
  type NoteEvent,
} from '../../src/app/embedding/forgenote.module.js';
import { Lifecycle } from '../../src/core/lifecycle/lifecycle.js';
import type { LifecycleEvents } from '../../src/core/lifecycle/lifecycle-events.js';
import type { Client } from '../support/client.js';
import { IS_SERVER } from '../support/environment.js';
import {
  endHosts,
  hostSettings,
  rootAt,
  seedIssue,
  startHost,
  type Host,
} from '../support/host.js';
import { Seed, type Resource, type SeededUser } from '../support/seed.js';

@Injectable()
class Listener {
  readonly notes: NoteEvent[] = [];

  @OnEvent('forgenote.note.created')
  onNote(note: NoteEvent): void {
    this.notes.push(note);
  }
}

let host: Host;
let root: Client;
let seed: Seed;
let ada: SeededUser;
let project: Resource;
let issue: Resource;
let events: [name: string, payload: Record<string, unknown>][] = [];
beforeAll(async () => {
  const settings = await hostSettings();
  @Module({
    imports: [EventEmitterModule.forRoot({ wildcard: true }), ForgenoteModule.forRoot(settings)],
    providers: [Listener],
  })
  class HostModule {}
  host = await startHost(HostModule);
  host.app.get(EventEmitter2).onAny((name, payload) => {
    events.push([String(name), payload as Record<string, unknown>]);
  });
  root = await rootAt(host.url);
  seed = new Seed(root);
});
beforeEach(async () => {
  await seedAnother();
  await forget();
});
afterAll(endHosts);

/** What the database reports after a deadlock, or if another process has the lock. */
const BUSY = IS_SERVER ? { errno: 1213, code: 'ER_LOCK_DEADLOCK' } : { errcode: 5 };

/** Does not compile if an event is missing. */
const ALL: Record<keyof LifecycleEvents, true> = {
  'forgenote.note.created': true,
  'forgenote.note.updated': true,
  'forgenote.note.deleted': true,
  'forgenote.award.given': true,
  'forgenote.award.withdrawn': true,
  'forgenote.issue.created': true,
  'forgenote.issue.updated': true,
  'forgenote.issue.deleted': true,
  'forgenote.merge_request.created': true,
  'forgenote.merge_request.updated': true,
  'forgenote.merge_request.deleted': true,
  'forgenote.snippet.created': true,
  'forgenote.snippet.updated': true,
  'forgenote.snippet.deleted': true,
  'forgenote.project.created': true,
  'forgenote.project.updated': true,
  'forgenote.project.deleted': true,
  'forgenote.member.added': true,
  'forgenote.member.updated': true,
  'forgenote.member.removed': true,
  'forgenote.user.created': true,
  'forgenote.user.updated': true,
  'forgenote.user.deleted': true,
  'forgenote.user.blocked': true,
  'forgenote.user.unblocked': true,
};

/** Events are delivered in the next turns of the event loop. */
const delivered = () => new Promise((resolve) => setTimeout(resolve, 20));
let count = 0;
async function seedAnother(): Promise<void> {
  ({ ada, project, issue } = await seedIssue(root, { username: `ada${++count}`, seed }));
}
/** Waits for the events of what the test has prepared, and forgets them. */
async function forget(): Promise<void> {
  await delivered();
  events = [];
  host.app.get(Listener).notes.length = 0;
}
const names = () => events.map(([name]) => name);
const payloadOf = (name: string) => events.find(([one]) => one === name)?.[1];

describe('lifecycle events', () => {
  it('tell a listener of each new note', async () => {
    const note = await ada.client.post<{ id: number }>(`${issue.at}/notes`, { body: 'Hello' });
    await delivered();
    expect(host.app.get(Listener).notes).toEqual([
      {
        id: note.body.id,
        projectId: project.id,
        noteable: { type: 'Issue', id: issue.id },
        authorId: ada.id,
        system: false,
        body: 'Hello',
        actorId: ada.id,
        callerId: ada.id,
      },
    ]);
  });

  it('name every change, with the caller behind sudo', async () => {
    await seedAnother();
    const bob = await seed.user();
    await seed.member(project, bob, 30);
    await ada.client.put(`${project.at}/members/${bob.id}`, { access_level: 40 });
    const note = await seed.note(issue, ada);
    await ada.client.put(note.at, { body: 'Changed' });
    const awards = `${note.at}/award_emoji`;
    const award = await root.post<{ id: number }>(awards, { name: 'rocket', sudo: ada.username });
    await ada.client.delete(`${awards}/${award.body.id}`);
    await ada.client.put(issue.at, { state_event: 'close' });
    await ada.client.delete(note.at);
    await ada.client.delete(issue.at);
    const mergeRequest = await seed.mergeRequest(project, bob);
    await bob.client.put(mergeRequest.at, { description: 'Changed' });
    const snippet = await seed.snippet(project, bob);
    await bob.client.put(snippet.at, { file_name: 'changed.rb' });
    await bob.client.delete(snippet.at);
    await ada.client.delete(mergeRequest.at);
    await ada.client.delete(`${project.at}/members/${bob.id}`);
    await root.put(`${bob.at}/block`);
    await root.put(`${bob.at}/unblock`);
    await root.put(bob.at, { bio: 'Changed' });
    await ada.client.put(project.at, { description: 'Changed' });
    await ada.client.delete(project.at);
    await root.delete(bob.at);
    await delivered();
    expect(names().map((name) => name.replace('forgenote.', ''))).toEqual([
      ...['user.created', 'project.created', 'issue.created', 'user.created'],
      ...['member.added', 'member.updated'],
      ...['note.created', 'note.updated', 'award.given', 'award.withdrawn'],
      // The system note `closed`, then the issue itself.
      ...['note.created', 'issue.updated', 'note.deleted', 'issue.deleted'],
      ...['merge_request.created', 'merge_request.updated'],
      ...['snippet.created', 'snippet.updated', 'snippet.deleted', 'merge_request.deleted'],
      ...['member.removed', 'user.blocked', 'user.unblocked', 'user.updated'],
      ...['project.updated', 'project.deleted', 'user.deleted'],
    ]);
    expect([...new Set(names())].sort()).toEqual(Object.keys(ALL).sort());
    expect(payloadOf('forgenote.member.updated')).toMatchObject({ accessLevel: 40 });
    expect(payloadOf('forgenote.issue.deleted')).toMatchObject({ id: issue.id });
    expect(payloadOf('forgenote.award.given')).toMatchObject({
      name: 'rocket',
      userId: ada.id,
      actorId: ada.id,
      callerId: 1,
    });
    expect(payloadOf('forgenote.note.updated')).toMatchObject({ body: 'Changed' });
    expect(payloadOf('forgenote.member.added')).toMatchObject({
      projectId: project.id,
      userId: bob.id,
      accessLevel: 30,
    });
  });

  it('are never delivered for what was rolled back', async () => {
    const { username } = await seed.user();
    await forget();
    expect(await ada.client.post('/projects', { name: project['name'] })).toMatchObject({
      status: 400,
    });
    const given = { username, email: 'new@example.com', name: 'New', password: 'correct-horse' };
    expect(await root.post('/users', given)).toMatchObject({ status: 409 });
    await delivered();
    expect(names()).toEqual([]);
  });

  it('are delivered once for a change that the service had to repeat', async () => {
    const [database, lifecycle] = [host.app.get(Database), host.app.get(Lifecycle)];
    let attempts = 0;
    await database.unit(new RequestScope(Infinity), (unit) => {
      lifecycle.announce(unit, 'forgenote.user.updated', {}, { id: ++attempts });
      return attempts < 3
        ? Promise.reject(Object.assign(new Error('busy'), BUSY))
        : Promise.resolve();
    });
    await delivered();
    expect(events).toEqual([['forgenote.user.updated', { id: 3, actorId: null, callerId: null }]]);
  });

  it('are not delivered for the part of a request that failed', async () => {
    const [database, lifecycle] = [host.app.get(Database), host.app.get(Lifecycle)];
    const scope = new RequestScope(Infinity);
    await database.requestUnit(scope, async () => {
      const part = (id: number, result: () => Promise<void>) =>
        database.unit(scope, (unit) => {
          lifecycle.announce(unit, 'forgenote.user.updated', {}, { id });
          return result();
        });
      await part(1, () => Promise.resolve());
      await part(2, () => Promise.reject(new Error('fails'))).catch(() => undefined);
      await part(3, () => Promise.resolve());
      await delivered();
      expect(events).toEqual([]);
    });
    await delivered();
    expect(events.map(([, { id }]) => id)).toEqual([1, 3]);
  });

  it('are not delivered if the commit fails', async () => {
    const engine = host.app.get<Engine>(ENGINE);
    engine.commit = () => Promise.reject(new Error('disk I/O error'));
    const failed = await ada.client.post(`${issue.at}/notes`, { body: 'Lost' });
    Reflect.deleteProperty(engine, 'commit');
    expect(failed.status).toBeGreaterThanOrEqual(500);
    await delivered();
    expect(events).toEqual([]);
  });

  it('are delivered once for requests that are repeated with an Idempotency-Key', async () => {
    const send = (body: string) =>
      fetch(`${host.url}/api/v3${issue.at}/notes`, {
        method: 'POST',
        headers: {
          'private-token': ada.token,
          'idempotency-key': 'one-key-of-ada',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ body }),
      });
    expect((await send('Once')).status).toBe(201);
    expect((await send('Once')).status).toBe(201);
    expect((await send('Another')).status).toBe(422);
    await delivered();
    expect(host.app.get(Listener).notes.map(({ body }) => body)).toEqual(['Once']);
  });

  it('are delivered when the change is committed, so that a listener can read it', async () => {
    const seen = new Promise<number>((resolve) => {
      host.app.get(EventEmitter2).once('forgenote.note.created', ({ id }: NoteEvent) => {
        void fetch(`${host.url}/api/v3${issue.at}/notes/${id}`, {
          headers: { 'private-token': ada.token },
        }).then(({ status }) => {
          resolve(status);
        });
      });
    });
    await ada.client.post(`${issue.at}/notes`, { body: 'Read me' });
    expect(await seen).toBe(200);
  });

  it('change no response if a listener throws, rejects or never ends', async () => {
    const emitter = host.app.get(EventEmitter2);
    const last: string[] = [];
    const broken: (() => unknown)[] = [
      () => new Promise(() => undefined),
      () => Promise.reject(new Error('a broken listener')),
      () => {
        throw new Error('a broken listener');
      },
    ];
    const listeners = [...broken, ({ body }: NoteEvent) => last.push(body)];
    for (const listener of listeners) emitter.on('forgenote.note.created', listener);
    for (const body of ['One', 'Two'])
      expect(await ada.client.post(`${issue.at}/notes`, { body })).toMatchObject({ status: 201 });
    await delivered();
    for (const listener of listeners) emitter.off('forgenote.note.created', listener);
    expect(last).toEqual(['One', 'Two']);
  });
});
