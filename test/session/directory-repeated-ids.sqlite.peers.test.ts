import { settingsOf } from '../directory/configured.js';
import { startForge, type Forge } from '../support/app.js';
import { FILTER, synchronize } from '../directory-sync/synchronized.js';
import { recordLog } from '../support/log.js';
import { useSlapd } from '../support/use-servers.js';
import { addPerson, REFUSED, signIn, usernamesOf } from './directory-session.js';

const slapd = useSlapd();

describe('POST /session for people with one unique id', () => {
  let forge: Forge;

  beforeEach(async () => {
    forge = await startForge(
      settingsOf(slapd, {
        ...{ LDAP_ATTRIBUTE_UNIQUE_ID: 'employeeNumber', LDAP_SYNC_EVERY: '0' },
        LDAP_FILTER: FILTER,
      }),
    );
  });
  afterEach(() => forge.close());

  const add = (uid: string, employeeNumber: string) =>
    addPerson(slapd, { uid, attributes: { employeeNumber } });

  it.each([
    ['who both match the filter', 'staff'],
    ['also if the owner no longer matches the filter', 'left'],
  ])('returns 401 to both and changes nobody: people %s', async (_, employeeType) => {
    await add('eve', '7');
    const { body: eve } = await signIn(forge, 'eve');
    const before = (await forge.root.get(`/users/${eve.id}`)).body;
    await slapd.modify(`uid=eve,${slapd.peopleDn}`, { employeeType });
    await add('zed', '7');
    expect(await signIn(forge, 'zed')).toEqual(REFUSED);
    expect(await signIn(forge, 'eve')).toEqual(REFUSED);
    expect(await usernamesOf(forge)).toEqual(['eve', 'root']);
    expect((await forge.root.get(`/users/${eve.id}`)).body).toEqual(before);
    const { counts, conflicts } = await synchronize(forge);
    expect(counts).toMatchObject({ blocked: 0, changed: 0 });
    const reason = 'several entries have the unique id';
    expect(conflicts).toMatchObject([{ username: 'eve', reason }]);
    expect((await forge.root.get(`/users/${eve.id}`)).body).toEqual(before);
  });

  it('logs that the unique id is repeated', async () => {
    await add('eve', '7');
    await signIn(forge, 'eve');
    await add('zed', '7');
    const log = recordLog();
    expect(await signIn(forge, 'eve').finally(log.stop)).toEqual(REFUSED);
    expect(log.lines).toMatchObject([
      { message: 'More than one entry of the directory has this unique id' },
    ]);
  });
});
