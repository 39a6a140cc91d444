import { settingsOf } from '../directory/configured.js';
import { startSynchronized } from '../directory-sync/synchronized.js';
import type { Forge } from '../support/app.js';
import { recordLog } from '../support/log.js';
import { useSlapd } from '../support/use-servers.js';
import { addPerson, REFUSED, signIn } from './directory-session.js';

const slapd = useSlapd();

const NOT_LINKED =
  'Do not link that user to this entry, unless it replaces the other one. If they are two people,';

describe('The log of a sign-in whose username or address a person of another directory has', () => {
  let forge: Forge;
  let partners: string;

  beforeEach(async () => {
    partners = await slapd.unit('partners');
    const second = settingsOf(slapd, { LDAP_BASE: partners, LDAP_PROVIDER: 'partners' });
    forge = await startSynchronized(slapd, {
      LDAP_BASE: slapd.peopleDn,
      ...Object.fromEntries(
        Object.entries(second).map(([name, value]) => [name.replace('LDAP_', 'LDAP_2_'), value]),
      ),
      LDAP_2_SYNC_EVERY: '0',
    });
  });
  afterEach(() => forge.close());

  async function refusalOf(login: string): Promise<unknown> {
    const log = recordLog();
    const answer = await signIn(forge, login).finally(log.stop);
    expect(answer).toEqual(REFUSED);
    expect(log.lines).toHaveLength(1);
    return log.lines[0];
  }

  it('names the directory, and does not advise to link the user', async () => {
    const owner = await addPerson(slapd, {
      uid: 'ada b',
      mail: 'ada@partners.org',
      parent: partners,
    });
    expect((await signIn(forge, 'ada b')).body.username).toBe('ada-b');
    const dn = await addPerson(slapd, { uid: 'bea', mail: 'ada@partners.org' });
    const begin = `sign-in refused: the user ada-b, who has the entry ${owner} of the directory partners, has the`;
    expect(await refusalOf('bea')).toMatchObject({
      ...{ provider: 'ldapmain', dn },
      message: `${begin} e-mail address ada@partners.org. ${NOT_LINKED} correct the address of one of them`,
    });
    const other = await addPerson(slapd, { uid: 'ada-b', mail: 'cleo@example.org' });
    expect(await refusalOf('cleo@example.org')).toMatchObject({
      ...{ provider: 'ldapmain', dn: other },
      message: `${begin} username ada-b. ${NOT_LINKED} give that user another username: PUT /users/:id`,
    });
  });
});
