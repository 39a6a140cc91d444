import { mock } from 'node:test';
import { DirectorySession } from '../../src/ldap/directory-session.js';
import { addPerson } from '../session/directory-session.js';
import type { Forge } from '../support/app.js';
import { sql } from '../support/internals.js';
import { useSlapd } from '../support/use-servers.js';
import {
  limitsOf,
  newMember,
  startSynchronized,
  synchronize,
  type Member,
} from './synchronized.js';

const slapd = useSlapd();

const COUNT = 12;

describe('A run that finds more users for the first time than it searches for singly', () => {
  let forge: Forge;
  let members: Member[];

  beforeEach(async () => {
    forge = await startSynchronized(slapd, { LDAP_ATTRIBUTE_UNIQUE_ID: 'employeeNumber' });
    expect(limitsOf(forge).fewNewIds).toBeLessThan(COUNT);
    members = [];
    for (let n = 1; n <= COUNT; n++) {
      const attributes = { employeeNumber: String(n) };
      members.push(await newMember(forge, slapd, { uid: `person${n}`, attributes }));
    }
  });
  afterEach(() => forge.close());

  const addFormer = (uid: string, employeeNumber: string) =>
    addPerson(slapd, { uid, attributes: { employeeNumber, employeeType: 'left' } });
  const unlinked = async () => {
    const rows = await sql<{ extern_uid: string }>(
      forge,
      'SELECT extern_uid FROM identities WHERE unique_id IS NULL',
    );
    return rows.map(({ extern_uid }) => extern_uid);
  };

  it('does not count entries without a unique id for the size limit of the server', async () => {
    await slapd.sizeLimit(COUNT);
    const singly = mock.method(DirectorySession.prototype, 'findIdProblem');
    try {
      expect(await synchronize(forge)).toMatchObject({ failed: null, counts: { changed: COUNT } });
      expect(singly.mock.callCount()).toBe(0);
    } finally {
      singly.mock.restore();
    }
    expect(await unlinked()).toEqual([]);
  });

  it('searches for each unique id if all of them are beyond the size limit of the server', async () => {
    await addFormer('former', '100');
    // The reading of all ids could end before this entry.
    await addFormer('twin', '7');
    await slapd.sizeLimit(COUNT);
    const twin = members[6];
    const reason = 'several entries have the unique id';
    expect(await synchronize(forge)).toMatchObject({
      ...{ failed: null, counts: { changed: COUNT - 1, conflicts: 1, blocked: 0 } },
      conflicts: [{ username: 'person7', dn: twin.dn, reason }],
    });
    expect(await unlinked()).toEqual([twin.dn]);
  });
});
