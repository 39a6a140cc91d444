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
    forge = await startForge({
      ...{ LDAP_URL: directory.url, LDAP_BASE: 'dc=example,dc=org', LDAP_SYNC_EVERY: '0' },
    });
  });
  afterEach(async () => {
    await forge.close();
    await directory.stop();
  });

  const newUser = (username: string, base: string) =>
    forge.seed.user({
      ...{ username, name: username, email: `${username}@example.org` },
      ...{ provider: 'ldapmain', extern_uid: `uid=${username},${base}` },
    });

  it('is a conflict of the user whose extern_uid it is, and not of the others', async () => {
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
});
