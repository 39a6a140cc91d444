import { settingsOf } from '../directory/configured.js';
import { startForge, type Forge } from '../support/app.js';
import { synchronize } from '../directory-sync/synchronized.js';
import { Slapd } from '../support/slapd.js';
import { addPerson, REFUSED, signIn, usernamesOf } from './directory-session.js';

describe('POST /session for people with one unique id', () => {
  let slapd: Slapd;
  let forge: Forge;

  beforeAll(async () => {
    slapd = await Slapd.start();
  });
  beforeEach(async () => {
    forge = await startForge(
      settingsOf(slapd, { LDAP_ATTRIBUTE_UNIQUE_ID: 'employeeNumber', LDAP_SYNC_EVERY: '0' }),
    );
  });
  afterEach(async () => {
    await forge.close();
    await slapd.reset();
  });
  afterAll(async () => {
    await (slapd as Slapd | undefined)?.stop();
  });

  const add = (uid: string, employeeNumber: string) =>
    addPerson(slapd, { uid, attributes: { employeeNumber } });

  it('returns 401 to both, and changes and creates nobody', async () => {
    await add('eve', '7');
    const { body: eve } = await signIn(forge, 'eve');
    const before = (await forge.root.get(`/users/${eve.id}`)).body;
    await add('zed', '7');
    expect(await signIn(forge, 'zed')).toEqual(REFUSED);
    expect(await signIn(forge, 'eve')).toEqual(REFUSED);
    expect(await usernamesOf(forge)).toEqual(['eve', 'root']);
    expect((await forge.root.get(`/users/${eve.id}`)).body).toEqual(before);
    const { counts, conflicts } = await synchronize(forge);
    expect(counts).toMatchObject({ blocked: 0, changed: 0 });
    expect(conflicts).toMatchObject([{ username: 'eve' }]);
    expect((await forge.root.get(`/users/${eve.id}`)).body).toEqual(before);
  });
});
