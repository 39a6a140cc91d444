import { REFUSED, signIn } from '../session/directory-session.js';
import { startForge, type Forge } from '../support/app.js';
import { write } from '../support/internals.js';
import { ScriptedDirectory } from '../support/scripted-directory.js';
import { stateOf, synchronize } from './synchronized.js';

const ELSEWHERE = 'dc=example,dc=com';

describe('A directory that refers to another server for a DN', () => {
  let directory: ScriptedDirectory;
  let forge: Forge;

  beforeEach(async () => {
    directory = await ScriptedDirectory.start([{ uids: ['ada'], cookie: '' }]);
    directory.elsewhere = ELSEWHERE;
  });
  afterEach(async () => {
    await forge.close();
    await directory.stop();
  });

  const start = async (settings: Record<string, string> = {}) => {
    forge = await startForge({
      ...{ LDAP_URL: directory.url, LDAP_BASE: 'dc=example,dc=org' },
      ...{ LDAP_SYNC_EVERY: '0', ...settings },
    });
  };
  const newUser = (username: string, base: string) =>
    forge.seed.user({
      ...{ username, name: username, email: `${username}@example.org` },
      ...{ provider: 'ldapmain', extern_uid: `uid=${username},${base}` },
    });

  it('is a conflict of the user whose extern_uid it is, and not of the others', async () => {
    await start();
    await newUser('ada', 'dc=example,dc=org');
    const bea = await newUser('bea', ELSEWHERE);
    const { failed, counts, conflicts } = await synchronize(forge);
    const dn = `uid=bea,${ELSEWHERE}`;
    const reason = `extern_uid is not a DN of the directory: ${dn}`;
    expect({ failed, conflicts }).toEqual({
      failed: null,
      conflicts: [{ username: 'bea', dn, reason }],
    });
    expect(counts).toMatchObject({ blocked: 0, changed: 1 });
    expect(await stateOf(forge, bea)).toBe('active');
    expect(await signIn(forge, 'bea')).toEqual(REFUSED);
  });

  it('blocks nobody who is linked to an entry that may be on the other server', async () => {
    await start();
    await newUser('ada', 'dc=example,dc=org');
    const bea = await newUser('bea', ELSEWHERE);
    await write(forge, 'UPDATE identities SET unique_id = :id WHERE user_id = :bea', {
      ...{ id: 'of-bea', bea: bea.id },
    });
    const { failed, counts, conflicts } = await synchronize(forge);
    expect({ failed, blocked: counts?.blocked }).toEqual({ failed: null, blocked: 0 });
    expect(conflicts?.map(({ username }) => username)).toEqual(['bea']);
    expect(await stateOf(forge, bea)).toBe('active');
  });

  it('fails the synchronization for the DN of a group, and names the settings of groups', async () => {
    const group = `cn=admins,${ELSEWHERE}`;
    await start({ LDAP_ADMIN_GROUP: group });
    const { failed, failure } = await synchronize(forge);
    expect(failed).toBe(
      `Directory ldapmain at ${directory.url}: it refers to another server for ${group}. ` +
        'Correct LDAP_ADMIN_GROUP or LDAP_EXTERNAL_GROUP, or set LDAP_URL to that server.',
    );
    expect(failure).toBe('directory');
  });
});
