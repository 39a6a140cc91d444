import { startSynchronized } from '../directory-sync/synchronized.js';
import type { Forge } from '../support/app.js';
import { recordLog } from '../support/log.js';
import { useSlapd } from '../support/use-servers.js';
import { addPerson, PASSWORD, REFUSED, signIn, usernamesOf } from './directory-session.js';

const slapd = useSlapd();

describe('POST /session with settings of the directory', () => {
  let forge: Forge;

  afterEach(() => forge.close());

  const start = async (settings: Record<string, string>) => {
    forge = await startSynchronized(slapd, settings);
  };
  const rightsOf = async (login: string) => {
    const { status, body } = await signIn(forge, login);
    const { is_admin, external } = body;
    return { status, is_admin, external };
  };

  it('creates nobody with LDAP_CREATE_USERS=off, and lets linked users in', async () => {
    await start({ LDAP_CREATE_USERS: 'off' });
    const extern_uid = await addPerson(slapd, { uid: 'ada' });
    expect(await signIn(forge, 'ada')).toEqual(REFUSED);
    expect(await usernamesOf(forge)).toEqual(['root']);
    const { id } = await forge.seed.user({ username: 'ada', provider: 'ldapmain', extern_uid });
    const { status, body } = await signIn(forge, 'ada');
    expect([status, body.id]).toEqual([201, id]);
  });

  it('refuses the account of the service, however its DN is written', async () => {
    const dn = await addPerson(slapd, { uid: 'service' });
    const LDAP_BIND_DN = dn.replace('uid=', 'UserID = ').toUpperCase();
    await start({ LDAP_BIND_DN, LDAP_BIND_PASSWORD: PASSWORD, LDAP_FILTER: '(uid=service)' });
    const log = recordLog();
    const answer = await signIn(forge, 'service').finally(log.stop);
    expect(answer).toEqual(REFUSED);
    expect(log.lines).toMatchObject([
      { dn, message: 'sign-in refused: the entry is LDAP_BIND_DN' },
    ]);
    expect(await usernamesOf(forge)).toEqual(['root']);
  });

  it('leaves administrators alone without LDAP_ADMIN_FILTER', async () => {
    await start({});
    await addPerson(slapd, { uid: 'ada' });
    const { body } = await signIn(forge, 'ada');
    await forge.root.put(`/users/${body.id}`, { admin: true });
    expect(await rightsOf('ada')).toEqual({ status: 201, is_admin: true, external: false });
  });
});
