import { addPerson, PASSWORD, signIn } from '../session/directory-session.js';
import type { Forge } from '../support/app.js';
import { sql } from '../support/internals.js';
import { useSlapd } from '../support/use-servers.js';
import { newMember, startSynchronized, stateOf, synchronize, type Member } from './synchronized.js';

const slapd = useSlapd();

const REASON = 'several entries have the unique id';

describe('The unique id of an entry that a user is linked to by the DN', () => {
  let forge: Forge;
  let ada: Member;

  beforeEach(async () => {
    forge = await startSynchronized(slapd, { LDAP_ATTRIBUTE_UNIQUE_ID: 'carLicense' });
    await newMember(forge, slapd, { uid: 'eve', attributes: { carLicense: '1' } });
    const attributes = { carLicense: '7a' };
    ada = await newMember(forge, slapd, { uid: 'ada', password: PASSWORD, attributes });
  });
  afterEach(() => forge.close());

  const addBea = (attributes: Record<string, string | string[]>) =>
    addPerson(slapd, { uid: 'bea', attributes });
  const idOfAda = async () => {
    const rows = await sql<{ unique_id: string | null }>(
      forge,
      `SELECT unique_id FROM identities WHERE user_id = ${ada.id}`,
    );
    return rows.map(({ unique_id }) => unique_id);
  };

  const TWINS: [string, Record<string, string | string[]>][] = [
    ['the same id', { carLicense: '7a' }],
    ['an id that the directory finds equal', { carLicense: '7A' }],
    ['the same id, outside the filter', { carLicense: '7a', employeeType: 'left' }],
    ['the same id as its second value', { carLicense: ['1b', '7a'] }],
  ];
  it.each(TWINS)(
    'is not stored while another entry has %s, so that the other person never gets the account',
    async (_, attributes) => {
      const bea = await addBea(attributes);
      const conflict = { username: 'ada', dn: ada.dn, reason: REASON };
      for (const dryRun of [true, false])
        expect(await synchronize(forge, { dryRun })).toMatchObject({
          counts: { blocked: 0, changed: 1, conflicts: 1 },
          conflicts: [conflict],
        });
      expect(await idOfAda()).toEqual([null]);
      await slapd.modify(ada.dn, { carLicense: '8' });
      await slapd.modify(bea, { employeeType: null });
      expect((await synchronize(forge)).counts).toMatchObject({ changed: 1, conflicts: 0 });
      expect(await idOfAda()).toEqual(['8']);
      expect((await signIn(forge, 'ada')).body.id).toBe(ada.id);
      const { status, body } = await signIn(forge, 'bea');
      expect([status, body.username]).toEqual([201, 'bea']);
      expect(body.id).not.toBe(ada.id);
    },
  );

  it('is not stored for a user who differs from the entry either', async () => {
    await addBea({ carLicense: '7a' });
    await slapd.modify(ada.dn, { cn: 'Ada Lovelace' });
    expect((await synchronize(forge)).conflicts).toMatchObject([{ reason: REASON }]);
    expect(await idOfAda()).toEqual([null]);
  });

  it('blocks nobody while another entry has it', async () => {
    await addBea({ carLicense: '7a' });
    await slapd.expire(ada.dn);
    expect((await synchronize(forge)).counts).toMatchObject({ blocked: 0, conflicts: 1 });
    expect(await stateOf(forge, ada)).toBe('active');
  });
});
