import type { SyncReport } from '../../src/sign-in/directory-sync/sync-report.js';
import type { Forge } from '../support/app.js';
import { answered } from '../support/expected-responses.js';
import { everyRow } from '../support/internals.js';
import { useSlapd } from '../support/use-servers.js';
import {
  foundMembers,
  newMember,
  recordsOf,
  startSynchronized,
  stateOf,
  statesOf,
  synchronize,
  type Member,
} from './synchronized.js';

const slapd = useSlapd();

describe('LDAP_BLOCK_LIMIT', () => {
  let forge: Forge;
  let members: Member[];

  afterEach(() => forge.close());

  async function start(count: number, limit?: string): Promise<void> {
    forge = await startSynchronized(slapd, limit === undefined ? {} : { LDAP_BLOCK_LIMIT: limit });
    members = await foundMembers(forge, slapd, 'person', count);
  }
  const blockedCount = async () =>
    (await statesOf(forge, members)).filter((state) => state === 'ldap_blocked').length;
  const health = () => forge.anonymous.get(`${forge.url}/health`);
  const healthWith = (...warnings: string[]) => answered(200, { status: 'ok', warnings });
  const adviceFor = ({ run, startedAt, held }: SyncReport) =>
    `It is the run ${run} of ${startedAt}. Run forgenote ldap sync --dry-run, then forgenote ldap sync --confirm ${String(held?.wouldBlock)}.`;
  const heldWarning = (report: SyncReport) =>
    `The synchronization with the directory is held: it would block ${String(report.held?.wouldBlock)} users, and the limit is ${String(report.held?.limit)}. ${adviceFor(report)}`;

  it.each([
    [20, undefined, 5],
    [20, '0', 0],
    [20, '3', 3],
    [120, undefined, 6],
  ])('lets a run over %i users with %s block %i', async (count, limit, allowed) => {
    await start(count, limit);
    for (const { dn } of members.slice(0, allowed)) await slapd.remove(dn);
    expect((await synchronize(forge)).counts.blocked).toBe(allowed);
    const more = members.slice(allowed, 2 * allowed + 1);
    for (const { dn } of more) await slapd.expire(dn);
    const { held, counts } = await synchronize(forge);
    expect(held).toMatchObject({ wouldBlock: allowed + 1, limit: allowed });
    expect(counts).toMatchObject({ blocked: 0, changed: 0 });
    expect(await blockedCount()).toBe(allowed);
  });

  it('holds a run that would block more: it changes nothing and says which users and why', async () => {
    await start(6, '1');
    const [gone, expired, renamed] = members as [Member, Member, Member];
    await slapd.remove(gone.dn);
    await slapd.expire(expired.dn);
    await slapd.modify(renamed.dn, { cn: 'New name' });
    const before = { ...(await everyRow(forge)), directories: [] };
    const report = await synchronize(forge);
    const { held, counts } = report;
    const users = [
      { username: gone.username, dn: gone.dn, reason: 'the entry is gone' },
      { username: expired.username, dn: expired.dn, reason: 'shadowExpire is 1' },
    ];
    expect(held).toEqual({
      ...{
        wouldBlock: 2,
        isUpperBound: false,
        limit: 1,
        knowsNoId: false,
        users,
      },
    });
    expect(counts).toEqual({
      ...{ blocked: 0, unblocked: 0, changed: 0, administrators: 0, conflicts: 0 },
    });
    const after = { ...(await everyRow(forge)), directories: [] };
    expect(after).toEqual(before);
    expect(await health()).toEqual(healthWith(heldWarning(report)));
  });

  it('is replaced by --confirm for one run', async () => {
    await start(6, '1');
    for (const { dn } of members.slice(0, 2)) await slapd.remove(dn);
    expect((await synchronize(forge)).held).toMatchObject({ wouldBlock: 2 });
    const { held, counts, run } = await synchronize(forge, { confirm: 2 });
    expect({ held, blocked: counts.blocked }).toEqual({ held: null, blocked: 2 });
    expect(await blockedCount()).toBe(2);
    expect((await recordsOf(forge, members[0])).at(-1)?.run).toBe(run);
    expect(await health()).toEqual(healthWith());
    for (const { dn } of members.slice(2, 4)) await slapd.remove(dn);
    expect((await synchronize(forge)).held).toMatchObject({ wouldBlock: 2 });
  });

  it('is replaced by --confirm also if that is lower', async () => {
    await start(6, '5');
    for (const { dn } of members.slice(0, 3)) await slapd.remove(dn);
    const report = await synchronize(forge, { confirm: 2 });
    expect(report).toMatchObject({ held: { wouldBlock: 3, limit: 2 }, counts: { blocked: 0 } });
    expect(await health()).toEqual(healthWith(heldWarning(report)));
    expect((await synchronize(forge, { confirm: 3 })).counts.blocked).toBe(3);
  });

  it('ends with the next run that is within it', async () => {
    await start(6, '1');
    for (const { dn } of members.slice(0, 2)) await slapd.expire(dn);
    expect((await synchronize(forge)).held).not.toBeNull();
    await slapd.expire(members[0].dn, null);
    expect((await synchronize(forge)).held).toBeNull();
    expect(await statesOf(forge, members.slice(0, 2))).toEqual(['active', 'ldap_blocked']);
    expect(await health()).toEqual(healthWith());
  });

  it('does not count users who are blocked already', async () => {
    await start(6, '1');
    for (const { dn } of members.slice(0, 1)) await slapd.remove(dn);
    await synchronize(forge);
    await forge.root.put(`${members[1].at}/block`);
    for (const { dn } of members.slice(1, 3)) await slapd.remove(dn);
    const { held, counts } = await synchronize(forge);
    expect({ held, blocked: counts.blocked }).toEqual({ held: null, blocked: 1 });
    expect(await stateOf(forge, members[1])).toBe('blocked');
  });

  it('holds also for users without a found entry', async () => {
    await start(3, '1');
    for (const n of [1, 2])
      await forge.seed.user({ provider: 'ldapmain', extern_uid: `uid=nobody${n},${slapd.base}` });
    const left = await slapd.person({ uid: 'left', attributes: { employeeType: 'left' } });
    await forge.seed.user({ provider: 'ldapmain', extern_uid: left });
    const { held } = await synchronize(forge);
    expect(held?.users.map(({ reason }) => reason)).toEqual([
      'no entry has this DN',
      'no entry has this DN',
      'the entry no longer matches the filter',
    ]);
  });

  it('a dry run shows everything and writes nothing', async () => {
    await start(6);
    const [gone, renamed] = members as [Member, Member];
    await slapd.remove(gone.dn);
    await slapd.modify(renamed.dn, { cn: 'New name' });
    const before = await everyRow(forge);
    const dry = await synchronize(forge, { dryRun: true });
    expect(await everyRow(forge)).toEqual(before);
    const real = await synchronize(forge);
    const found = ({ blocked, changed, unblocked, counts, held }: typeof dry) => ({
      ...{ blocked, changed, unblocked, counts, held },
    });
    expect(found(dry)).toEqual(found(real));
    expect(real.counts).toMatchObject({ blocked: 1, changed: 1 });
  });

  it('a dry run over the limit shows what a confirmed run would do', async () => {
    await start(6, '1');
    const [gone, expired, renamed] = members as [Member, Member, Member];
    await slapd.remove(gone.dn);
    await slapd.expire(expired.dn);
    await slapd.modify(renamed.dn, { cn: 'New name' });
    const found = ({ blocked, changed, unblocked, counts }: SyncReport) => ({
      ...{ blocked, changed, unblocked, counts },
    });
    const dry = await synchronize(forge, { dryRun: true });
    expect(dry.held).toMatchObject({ wouldBlock: 2, limit: 1 });
    expect(dry.counts).toMatchObject({ blocked: 2, changed: 1 });
    expect(await blockedCount()).toBe(0);
    const confirmed = await synchronize(forge, { dryRun: true, confirm: 2 });
    expect(confirmed.held).toBeNull();
    const real = await synchronize(forge, { confirm: 2 });
    expect([found(dry), found(confirmed)]).toEqual([found(real), found(real)]);
  });

  it('holds a run if no unique id of a user is found, but entries with their DNs are', async () => {
    forge = await startSynchronized(slapd, { LDAP_ATTRIBUTE_UNIQUE_ID: 'employeeNumber' });
    const add = (uid: string, employeeNumber: string) =>
      newMember(forge, slapd, { uid, attributes: { employeeNumber } });
    members = [await add('ada', '1'), await add('bea', '2')];
    await synchronize(forge);
    for (const { dn } of members) await slapd.modify(dn, { employeeNumber: `new id of ${dn}` });
    const reason = 'the entry is gone, and another one with another unique id has its DN';
    const users = members.map(({ username, dn }) => ({ username, dn, reason }));
    const report = await synchronize(forge);
    expect(report.held).toEqual({
      ...{
        wouldBlock: 2,
        isUpperBound: false,
        limit: 0,
        knowsNoId: true,
        users,
      },
    });
    expect(await health()).toEqual(
      healthWith(
        `The synchronization with the directory is held: it would block 2 users, because it finds no user by the unique id, but other entries have their DNs. Maybe LDAP_ATTRIBUTE_UNIQUE_ID has changed. ${adviceFor(report)}`,
      ),
    );
    expect(await blockedCount()).toBe(0);
    expect((await synchronize(forge, { confirm: 2 })).counts.blocked).toBe(2);
  });
});
