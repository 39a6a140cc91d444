import type { Forge } from '../support/app.js';
import { answered } from '../support/expected-responses.js';
import { everyRow } from '../support/internals.js';
import { peopleLdif } from '../support/slapd.js';
import { DATABASE } from '../support/slapd/config.js';
import { useProxy, useSlapd } from '../support/use-servers.js';
import {
  foundMembers,
  limitsOf,
  newMember,
  startSynchronized,
  statesOf,
  synchronize,
  type Member,
} from './synchronized.js';

const slapd = useSlapd();
const proxy = useProxy(() => slapd.port);

describe('A synchronization blocks nobody without proof', () => {
  let forge: Forge;
  let members: Member[];
  /** What the next failed run must leave as it is, except the result of the run. */
  let before: Record<string, string[]>;

  beforeEach(async () => {
    const url = `ldap://127.0.0.1:${proxy.port}`;
    forge = await startSynchronized(slapd, { LDAP_URL: url, LDAP_TIMEOUT: '3' });
    members = await foundMembers(forge, slapd, 'person', 8);
    before = await rowsOf();
  });
  afterEach(() => forge.close());

  async function rowsOf(): Promise<Record<string, string[]>> {
    const { directories, ...rows } = await everyRow(forge);
    expect(directories).toHaveLength(1);
    return rows;
  }
  const health = () => forge.anonymous.get(`${forge.url}/health`);
  const healthy = answered(200, { status: 'ok', warnings: [] });
  const failing = answered(200, {
    status: 'ok',
    warnings: [
      'The last synchronization with the directory failed. See the log, or the output of the command, for the reason.',
    ],
  });

  async function expectFailure(reason: RegExp | string): Promise<void> {
    const { failed, held, counts } = await synchronize(forge);
    expect({ failed, held, blocked: counts.blocked }).toEqual({
      ...{ failed: expect.stringMatching(reason) as string, held: null },
      blocked: 0,
    });
    expect(await rowsOf()).toEqual(before);
    expect(await health()).toEqual(failing);
  }

  async function expectRecovery(): Promise<void> {
    const { failed, counts } = await synchronize(forge);
    expect({ failed, blocked: counts.blocked }).toEqual({ failed: null, blocked: 0 });
    expect(await health()).toEqual(healthy);
    expect(await statesOf(forge, members)).toEqual(members.map(() => 'active'));
  }

  it('when the directory is unreachable', async () => {
    await proxy.close();
    await expectFailure(/nothing listens there/);
    await proxy.open();
    await expectRecovery();
  });

  it('when the directory does not respond', async () => {
    slapd.pause();
    try {
      await expectFailure(/it did not respond within 3 s/);
    } finally {
      slapd.resume();
    }
    await expectRecovery();
  });

  it('when the account may not read people any more', async () => {
    await slapd.setAccess(false);
    await expectFailure(/found nobody, but 8 users belong to this directory. Correct LDAP_BASE/);
    await slapd.setAccess(true);
    await expectRecovery();
  });

  it.each([
    [
      'the people below LDAP_BASE',
      'children',
      /found nobody, but 8 users belong to this directory/,
    ],
    ['LDAP_BASE and the people below', 'subtree', /Directory ldapmain/],
  ])('when the account may not read %s any more', async (_, scope, reason) => {
    await forge.close();
    const url = `ldap://127.0.0.1:${slapd.port}`;
    const settings = { LDAP_URL: url, LDAP_BASE: slapd.peopleDn };
    forge = await startSynchronized(slapd, settings);
    await slapd.reset();
    members = await foundMembers(forge, slapd, 'person', 8);
    before = await rowsOf();
    const olcAccess = [
      `{0}to dn.${scope}="${slapd.peopleDn}" by anonymous auth by * none`,
      `{1}to * by dn.exact="${slapd.readerDn}" read by anonymous auth by * none`,
    ];
    await slapd.modify(DATABASE, { olcAccess });
    await expectFailure(reason);
    await slapd.setAccess(true);
    await expectRecovery();
  });

  it('when the password of the account is wrong', async () => {
    await slapd.modify(slapd.readerDn, { userPassword: 'changed' });
    await expectFailure(/it refuses LDAP_BIND_DN .* with LDAP_BIND_PASSWORD/);
    await slapd.modify(slapd.readerDn, { userPassword: slapd.readerPassword });
    await expectRecovery();
  });

  it('when the base is empty', async () => {
    const unit = await slapd.unit('elsewhere');
    for (const { dn } of members) await slapd.move(dn, unit);
    await forge.close();
    forge = await startSynchronized(slapd);
    members = await foundMembers(forge, slapd, 'other', 2);
    for (const { dn } of members) await slapd.remove(dn);
    for (const { username } of [...members]) expect(username).toMatch(/^other/);
    await slapd.remove(`uid=person1,${unit}`);
    before = await rowsOf();
    for (let n = 2; n <= 8; n++) await slapd.remove(`uid=person${n},${unit}`);
    await expectFailure(/found nobody, but 2 users belong/);
  });

  it('when the directory has a size limit', async () => {
    await slapd.sizeLimit(5);
    await expectFailure(/it returned only a part of the entries/);
    await slapd.sizeLimit('unlimited');
    await expectRecovery();
  });

  it('when the directory refers to another server', async () => {
    const referral = await slapd.referral('abroad', 'ldap://ldap.example.net/dc=example,dc=net');
    await expectFailure(/it refers to another server for a part of LDAP_BASE/);
    await slapd.remove(referral);
    await expectRecovery();
  });

  it.each([
    ['is closed', false],
    ['is reset', true],
  ])('when the connection %s after half a page', async (_, resets) => {
    proxy.resets = resets;
    // In order: the text is in the fourth of eight entries.
    proxy.cutBefore = 'person4@example.org';
    await expectFailure(/Directory ldapmain/);
    proxy.forwardAll();
    await expectRecovery();
  });

  it('when half a page stalls', async () => {
    proxy.muteAfter = 'person4@example.org';
    await expectFailure(/it did not respond within 3 s/);
    proxy.forwardAll();
    await expectRecovery();
  });

  it('when the answer is garbled', async () => {
    proxy.rewriteResponse = (chunk) =>
      chunk.includes('person4@') ? Buffer.from(chunk.map((byte) => byte ^ 0x55)) : chunk;
    await expectFailure(/Directory ldapmain/);
    proxy.forwardAll();
    await expectRecovery();
  });

  it('when the second page does not come', async () => {
    await slapd.load(peopleLdif(await slapd.unit('crowd'), 1_500));
    let pages = 0;
    proxy.rewriteResponse = (chunk) => {
      if (chunk.includes('person1200@')) pages++;
      return pages > 0 ? Buffer.alloc(0) : chunk;
    };
    await expectFailure(/it did not respond within 3 s/);
    proxy.forwardAll();
    await expectRecovery();
  });

  it('when nobody has the unique id, because the setting names another attribute', async () => {
    await forge.close();
    forge = await startSynchronized(slapd, { LDAP_ATTRIBUTE_UNIQUE_ID: 'employeeNumber' });
    members = [await newMember(forge, slapd, { uid: 'ada' })];
    const { failed } = await synchronize(forge);
    expect(failed).toBe(
      'No entry has a unique id. Correct LDAP_ATTRIBUTE_UNIQUE_ID or LDAP_PRESET, or grant read access to the attribute.',
    );
    expect(await statesOf(forge, members)).toEqual(['active']);
  });

  it('when the service stops during the run', async () => {
    const stop = new AbortController();
    limitsOf(forge).maxRestMs = 1;
    for (const { dn } of members.slice(0, 3)) await slapd.expire(dn);
    const onProgress = () => {
      stop.abort();
    };
    const { failed } = await synchronize(forge, { signal: stop.signal, onProgress });
    expect(failed).toBe('The run was stopped. The next one continues.');
    expect(await rowsOf()).toEqual(before);
    expect(await health()).toEqual(healthy);
    expect((await synchronize(forge)).counts.blocked).toBe(3);
  });
});
