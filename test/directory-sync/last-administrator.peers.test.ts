import type { Forge } from '../support/app.js';
import { sql } from '../support/internals.js';
import { useSlapd } from '../support/use-servers.js';
import { foundMembers, startSynchronized, synchronize, type Member } from './synchronized.js';

const slapd = useSlapd();

/** The default limit lets a run block five users. */
const LIMIT = 5;

describe('A run that would block the last active administrator', () => {
  let forge: Forge;
  let members: Member[];
  let admins: string;

  beforeEach(async () => {
    const LDAP_ADMIN_GROUP = `cn=admins,${slapd.groupsDn}`;
    admins = await slapd.group('admins', [`uid=u1,${slapd.peopleDn}`]);
    forge = await startSynchronized(slapd, { LDAP_ADMIN_GROUP });
    members = await foundMembers(forge, slapd, 'u', 12);
  });
  afterEach(() => forge.close());

  const member = (n: number) => members[n - 1];
  /** Blocks the administrator who came with the forge, so that u1 is the last one. */
  const blockRoot = async () => {
    expect((await forge.as(member(1).token).put('/users/1/block')).status).toBe(200);
  };
  /** One more than the limit: u1 and the users u3 to u7. */
  const removeSix = async () => {
    for (const n of [1, 3, 4, 5, 6, 7]) await slapd.remove(member(n).dn);
  };
  const administrators = async () => {
    const rows = await sql<{ username: string }>(
      forge,
      "SELECT username FROM users WHERE admin = 1 AND state = 'active' ORDER BY id",
    );
    return rows.map(({ username }) => username);
  };
  const blocked = async () => {
    const rows = await sql<{ username: string }>(
      forge,
      "SELECT username FROM users WHERE state = 'ldap_blocked' ORDER BY id",
    );
    return rows.map(({ username }) => username);
  };
  const SIX = ['u1', 'u3', 'u4', 'u5', 'u6', 'u7'];

  /** The run is held with all six, and its confirmation blocks them. */
  async function expectHeld(): Promise<void> {
    const dry = await synchronize(forge, { dryRun: true });
    expect(dry.held).toMatchObject({ wouldBlock: 6, limit: LIMIT });
    expect(dry.blocked.map(({ username }) => username).sort()).toEqual(SIX);
    const before = await blocked();
    const { held, failed, counts } = await synchronize(forge);
    expect({ failed, held }).toMatchObject({ failed: null, held: { wouldBlock: 6, limit: LIMIT } });
    expect(held?.users.map(({ username }) => username)).toEqual(SIX);
    expect(counts).toMatchObject({ blocked: 0, unblocked: 0, changed: 0, administrators: 0 });
    expect([await blocked(), await administrators()]).toEqual([before, ['u1']]);
    const { body } = await forge.anonymous.get<{ warnings: string[] }>(`${forge.url}/health`);
    expect(body.warnings).toEqual([
      expect.stringContaining(`it would block 6 users, and the limit is ${LIMIT}`),
    ]);
    expect(await synchronize(forge, { confirm: true })).toMatchObject({
      ...{ held: null, failed: null, counts: { blocked: 6, conflicts: 0 } },
    });
    expect([await blocked(), await administrators()]).toEqual([SIX, ['u2']]);
  }

  it('counts that user if the run makes another one an administrator', async () => {
    await blockRoot();
    await slapd.addMember(admins, member(2).dn);
    await removeSix();
    await expectHeld();
  });

  it('counts that user if the run unblocks another administrator', async () => {
    await slapd.addMember(admins, member(2).dn);
    await synchronize(forge);
    await slapd.expire(member(2).dn);
    await synchronize(forge);
    expect(await blocked()).toEqual(['u2']);
    await blockRoot();
    await slapd.expire(member(2).dn, null);
    await removeSix();
    await expectHeld();
  });

  it('does not count that user if the other one is blocked by an administrator', async () => {
    await blockRoot();
    await forge.as(member(1).token).put(`${member(2).at}/block`);
    await slapd.addMember(admins, member(2).dn);
    await removeSix();
    const { held, failed, counts, conflicts } = await synchronize(forge);
    expect({ held, failed, blocked: counts.blocked }).toEqual({
      ...{ held: null, failed: null, blocked: 5 },
    });
    const reason = 'the last active administrator has to stay';
    expect(conflicts).toEqual([expect.objectContaining({ username: 'u1', reason })]);
    expect(await administrators()).toEqual(['u1']);
  });
});
