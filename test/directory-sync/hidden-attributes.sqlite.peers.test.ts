import { REFUSED, signIn } from '../session/directory-session.js';
import type { Forge } from '../support/app.js';
import { useSlapd } from '../support/use-servers.js';
import { newMember, startSynchronized, stateOf, synchronize, type Member } from './synchronized.js';

const slapd = useSlapd();

/** A server hides attributes without an error: the entries look as if they had none. */
describe('An attribute that cannot be read any more', () => {
  let forge: Forge;

  afterEach(() => forge.close());

  it.each([
    ['shadowExpire', { shadowExpire: '1' }, 'none'],
    ['shadowExpire', { shadowExpire: '1' }, 'search'],
    ['pwdAccountLockedTime', { pwdAccountLockedTime: '000001010000Z' }, 'none'],
  ] as const)(
    'unblocks nobody, if it is %s: %j, with the right %s',
    async (sign, disabling, right) => {
      forge = await startSynchronized(slapd);
      const eve = await newMember(forge, slapd, { uid: 'eve' });
      const ada = await newMember(forge, slapd, { uid: 'ada', password: 'a password' });
      await synchronize(forge);
      await slapd.modify(ada.dn, disabling);
      expect((await synchronize(forge)).counts.blocked).toBe(1);
      await slapd.hide(sign, right);
      const { failed, conflicts, counts } = await synchronize(forge);
      const reason = `the user stays ldap_blocked, because ${sign} cannot be read any more. Grant read access to it`;
      expect({ failed, conflicts }).toEqual({
        ...{ failed: null, conflicts: [{ username: 'ada', dn: ada.dn, reason }] },
      });
      expect(counts).toMatchObject({ blocked: 0, unblocked: 0, changed: 0 });
      expect(await signIn(forge, 'ada', 'a password')).toEqual(REFUSED);
      expect([await stateOf(forge, ada), await stateOf(forge, eve)]).toEqual([
        'ldap_blocked',
        'active',
      ]);
      // Without a value that can be read, the account is not disabled.
      await slapd.setAccess(true);
      await slapd.modify(ada.dn, { [sign]: null });
      expect((await synchronize(forge)).counts).toMatchObject({ unblocked: 1, conflicts: 0 });
    },
  );

  describe('in LDAP_FILTER', () => {
    /** So that the search still finds somebody when employeeType is hidden. */
    const LDAP_FILTER = '(|(uid=eve)(&(objectClass=person)(employeeType=staff)))';
    const reason =
      'the directory does not say whether the entry matches the filter. Grant read access to every attribute of the filter';
    let ada: Member;

    beforeEach(async () => {
      forge = await startSynchronized(slapd, { LDAP_FILTER });
      await newMember(forge, slapd, { uid: 'eve' });
      ada = await newMember(forge, slapd, { uid: 'ada', attributes: { employeeType: 'staff' } });
    });

    const expectNoBlock = async () => {
      expect(await synchronize(forge)).toMatchObject({
        ...{ failed: null, counts: { blocked: 0, conflicts: 1 } },
        conflicts: [{ username: 'ada', dn: ada.dn, reason }],
      });
      expect(await stateOf(forge, ada)).toBe('active');
    };

    it('blocks nobody, and a user outside the filter when it can be read again', async () => {
      await synchronize(forge);
      await slapd.hide('employeeType');
      await expectNoBlock();
      await slapd.setAccess(true);
      expect((await synchronize(forge)).counts).toMatchObject({ blocked: 0, conflicts: 0 });
      // Without a value the entry is outside the filter, too.
      await slapd.modify(ada.dn, { employeeType: null });
      expect((await synchronize(forge)).counts).toMatchObject({ blocked: 1, conflicts: 0 });
    });

    it('blocks nobody whose entry has not been found before', async () => {
      await slapd.hide('employeeType');
      await expectNoBlock();
      await slapd.setAccess(true);
      await slapd.modify(ada.dn, { employeeType: 'left' });
      expect((await synchronize(forge)).counts).toMatchObject({ blocked: 1, conflicts: 0 });
    });

    it('blocks nobody if the unique id of the entry cannot be read either', async () => {
      await synchronize(forge);
      await slapd.hide('employeeType,entryUUID');
      const { failed } = await synchronize(forge);
      expect(failed).toMatch(/No entry has a unique id/);
      expect(await stateOf(forge, ada)).toBe('active');
    });
  });

  it('blocks nobody, if no schema has it and it is in LDAP_FILTER', async () => {
    forge = await startSynchronized(slapd, { LDAP_FILTER: '(|(employeeType=staff)(xUnknown=1))' });
    const staff = { employeeType: 'staff' };
    await newMember(forge, slapd, { uid: 'eve', attributes: staff });
    const ada = await newMember(forge, slapd, { uid: 'ada', attributes: staff });
    await synchronize(forge);
    await slapd.modify(ada.dn, { employeeType: null });
    expect((await synchronize(forge)).counts).toMatchObject({ blocked: 0, conflicts: 1 });
    expect(await stateOf(forge, ada)).toBe('active');
  });

  it('unblocks nobody who was blocked for another reason first', async () => {
    forge = await startSynchronized(slapd);
    await newMember(forge, slapd, { uid: 'eve' });
    const ada = await newMember(forge, slapd, { uid: 'ada' });
    await synchronize(forge);
    await slapd.modify(ada.dn, { employeeType: 'left' });
    expect((await synchronize(forge)).counts.blocked).toBe(1);
    await slapd.modify(ada.dn, { employeeType: null, shadowExpire: '1' });
    await synchronize(forge);
    await slapd.hide('shadowExpire');
    expect((await synchronize(forge)).counts).toMatchObject({ unblocked: 0, conflicts: 1 });
    expect(await stateOf(forge, ada)).toBe('ldap_blocked');
  });
});
