import { Module } from '@nestjs/common';
import { EventEmitter2, EventEmitterModule } from '@nestjs/event-emitter';
import { ForgenoteModule, type NoteEvent } from '../../src/app/embedding/forgenote.module.js';
import { ENGINE_UNDER_TEST } from '../support/environment.js';
import {
  endHosts,
  hostSettings,
  rootAt,
  seedIssue,
  startHost,
  type Host,
} from '../support/host.js';
import { Proxy } from '../support/proxy.js';
import type { Resource, SeededUser } from '../support/seed.js';

/** The command and its text. MySQL has two counts of attributes in between. */
const COMMIT = ENGINE_UNDER_TEST === 'mysql' ? '\x03\x00\x01COMMIT' : '\x03COMMIT';

let proxy: Proxy;
let host: Host;
let ada: SeededUser;
let issue: Resource;
let bodies: string[];

beforeEach(async () => {
  const settings = await hostSettings();
  const url = new URL(String(settings.DATABASE_URL));
  proxy = new Proxy(url.hostname, Number(url.port || 3306));
  url.port = String(await proxy.open());
  @Module({
    imports: [
      EventEmitterModule.forRoot(),
      ForgenoteModule.forRoot({ ...settings, DATABASE_URL: url.href }),
    ],
  })
  class HostModule {}
  host = await startHost(HostModule);
  ({ issue, ada } = await seedIssue(await rootAt(host.url)));
  bodies = [];
  host.app
    .get(EventEmitter2)
    .on('forgenote.note.created', ({ body }: NoteEvent) => bodies.push(body));
});
afterEach(() => {
  proxy.forwardAll();
});
afterEach(() => host.close());
afterEach(() => proxy.close());
afterEach(endHosts);

/** Returns the status, and the notes of which the host has heard by then. Events come in the next turns of the loop. */
async function create(body: string): Promise<[status: number, heard: string[]]> {
  const { status } = await ada.client.post(`${issue.at}/notes`, { body });
  await new Promise((resolve) => setTimeout(resolve, 50));
  return [status, bodies];
}

describe('a lifecycle event whose COMMIT has no response', () => {
  it.each(['cutAfter', 'cutBefore'] as const)('is not delivered with 504: %s', async (fault) => {
    proxy[fault] = COMMIT;
    expect(await create('unknown')).toEqual([504, []]);
  });

  it('is not delivered with 504 if the database stays silent', async () => {
    proxy.muteAfter = COMMIT;
    const unknown = create('unknown');
    proxy.onFault = () => (proxy.stalled = true);
    expect(await unknown).toEqual([504, []]);
  });
});
