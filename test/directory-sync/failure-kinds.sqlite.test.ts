import { startForge, type Forge } from '../support/app.js';
import type { Refusal } from '../support/ldap-messages.js';
import { freePort } from '../support/ports.js';
import { ScriptedDirectory, type Page } from '../support/scripted-directory.js';
import { synchronize } from './synchronized.js';

const BASE = 'dc=example,dc=org';

describe('A failed synchronization', () => {
  let directory: ScriptedDirectory;
  let forge: Forge;

  async function failureWith(
    page: Partial<Page>,
    refusal: Refusal | null = null,
    settings: Record<string, string> = {},
  ): Promise<unknown> {
    directory = await ScriptedDirectory.start(
      [{ uids: ['ada'], cookie: '', ...page }],
      () => refusal,
    );
    const { url } = directory;
    const base = { LDAP_URL: url, LDAP_BASE: BASE, LDAP_SYNC_EVERY: '0', LDAP_TIMEOUT: '20' };
    forge = await startForge({ ...base, ...settings });
    const { failed, failure } = await synchronize(forge);
    expect(failed).not.toBeNull();
    return failure;
  }
  afterEach(async () => {
    await forge.close();
    await directory.stop();
  });

  it.each([
    ['directory', 3, 'time limit'],
    ['directory', 4, 'size limit'],
    ['directory', 10, 'referral'],
    ['directory', 11, 'administrative limit'],
    ['directory', 32, 'no such object'],
    ['directory', 50, 'insufficient access'],
    ['unavailable', 51, 'busy'],
    ['unavailable', 52, 'unavailable'],
    ['directory', 53, 'unwilling to perform'],
  ])('has the kind %s after the result %i (%s)', async (kind, code) => {
    expect(await failureWith({ code })).toBe(kind);
  });

  it('has the kind directory if the directory refuses the account', async () => {
    expect(await failureWith({}, { code: 49, text: '' })).toBe('directory');
  });

  it('has the kind unavailable if a second server does not respond', async () => {
    const other = await ScriptedDirectory.start([], () => ({ code: 49, text: '' }));
    const LDAP_URL = `${other.url},ldap://127.0.0.1:${await freePort()}`;
    try {
      expect(await failureWith({}, null, { LDAP_URL })).toBe('unavailable');
    } finally {
      await other.stop();
    }
  });

  it('has the kind unavailable after bytes that are not LDAP', async () => {
    const bytes = () => Buffer.from('0403616461', 'hex');
    expect(await failureWith({ noise: { before: 'entries', bytes } })).toBe('unavailable');
  });
});
