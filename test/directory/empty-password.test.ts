import { ScriptedDirectory } from '../support/scripted-directory.js';
import { configuredDirectory } from './configured.js';

describe('A directory that accepts every bind', () => {
  it('gets no bind with an empty password or an empty DN', async () => {
    const binds: string[] = [];
    const server = await ScriptedDirectory.start([], (dn) => {
      binds.push(dn);
      return null;
    });
    try {
      const directory = configuredDirectory({ LDAP_URL: server.url, LDAP_BASE: 'dc=example' });
      const dn = 'uid=ada,dc=example';
      expect(await directory.authenticate({ dn }, '')).toBe(false);
      expect(await directory.authenticate({ dn: '' }, 'secret')).toBe(false);
      expect(binds).toEqual([]);
      expect(await directory.authenticate({ dn }, 'secret')).toBe(true);
      expect(binds).toEqual([dn]);
    } finally {
      await server.stop();
    }
  });
});
