import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { constants, getPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { startForge, type Forge } from '../support/app.js';
import { Program } from '../support/program.js';

const { PRIORITY_BELOW_NORMAL } = constants.priority;

describe('forgenote ldap sync', () => {
  let directory: Server;
  let forge: Forge;
  let program: Program;

  beforeAll(async () => {
    // It accepts connections and says nothing, so the command waits.
    directory = createServer().listen(0, '127.0.0.1');
    await once(directory, 'listening');
    forge = await startForge();
    program = new Program();
  });
  afterAll(async () => {
    await (program as Program | undefined)?.remove();
    await (forge as Forge | undefined)?.close();
    directory.close();
  });

  it('has a lower priority than a service on the same machine', async () => {
    const { port } = directory.address() as AddressInfo;
    const settings = { LDAP_URL: `ldap://127.0.0.1:${port}`, LDAP_BASE: 'dc=example,dc=org' };
    expect(getPriority()).toBeLessThan(PRIORITY_BELOW_NORMAL);
    program.start({ ...forge.settings, ...settings }, 'ldap', 'sync');
    // Before the command starts to work, it has the priority of its parent.
    while (getPriority(program.pid) === getPriority()) await delay(20);
    expect(getPriority(program.pid)).toBe(PRIORITY_BELOW_NORMAL);
  });
});
