import { DirectoryUsers } from '../../src/directory/directory-users.service.js';
import type { Forge } from '../support/app.js';
import { useSlapd } from '../support/use-servers.js';
import {
  foundMembers,
  startSynchronized,
  statesOf,
  synchronize,
  type Member,
} from './synchronized.js';

const slapd = useSlapd();

describe('A confirmed run that stops after two of four blocks', () => {
  let forge: Forge;
  let members: Member[];

  afterEach(() => forge.close());
  beforeEach(async () => {
    forge = await startSynchronized(slapd, { LDAP_BLOCK_LIMIT: '1' });
    members = await foundMembers(forge, slapd, 'person', 8);
    for (const { dn } of members.slice(0, 4)) await slapd.remove(dn);
    expect((await synchronize(forge)).held).toMatchObject({ wouldBlock: 4, limit: 1 });
    await confirmTwoBlocks();
    expect(await countBlocked()).toBe(2);
  });

  /** A run that is stopped stores no report, like one that is killed. */
  async function confirmTwoBlocks(): Promise<void> {
    const users = forge.app.get(DirectoryUsers, { strict: false });
    const block = users.block.bind(users);
    const stopping = new AbortController();
    let blocks = 0;
    users.block = async (...values) => {
      const change = await block(...values);
      if (++blocks === 2) stopping.abort();
      return change;
    };
    try {
      const { failure } = await synchronize(forge, { confirm: true, signal: stopping.signal });
      expect(failure).toBe('interrupted');
    } finally {
      users.block = block;
    }
  }
  const countBlocked = async () =>
    (await statesOf(forge, members)).filter((state) => state === 'ldap_blocked').length;
  const warnings = async () =>
    (await forge.anonymous.get<{ warnings: string[] }>(`${forge.url}/health`)).body.warnings;

  it('leaves only the other two to be confirmed', async () => {
    expect(await warnings()).toEqual([expect.stringContaining('it would block 2 users')]);
    for (const { dn } of members.slice(4, 6)) await slapd.remove(dn);
    const { held, failed, counts } = await synchronize(forge, { confirm: true });
    expect({ failed, held }).toMatchObject({ failed: null, held: { wouldBlock: 4, limit: 2 } });
    expect(counts.blocked).toBe(0);
    expect(await countBlocked()).toBe(2);
  });

  it('can be repeated', async () => {
    const { held, failed, counts } = await synchronize(forge, { confirm: true });
    expect({ held, failed, blocked: counts.blocked }).toEqual({
      ...{ held: null, failed: null, blocked: 2 },
    });
    expect([await countBlocked(), await warnings()]).toEqual([4, []]);
  });
});
