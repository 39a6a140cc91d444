import type { Forge } from '../support/app.js';
import { write } from '../support/internals.js';
import { useSlapd } from '../support/use-servers.js';
import {
  checked,
  limitsOf,
  newMember,
  startSynchronized,
  stateOf,
  synchronize,
  type Member,
} from './synchronized.js';

const slapd = useSlapd();

describe('A check on use that cannot read something about the user', () => {
  let forge: Forge;
  let ada: Member;

  beforeEach(async () => {
    forge = await startSynchronized(slapd);
    // The next use repeats the check at once.
    limitsOf(forge).retryMs = 0;
    await newMember(forge, slapd, { uid: 'eve' });
    ada = await newMember(forge, slapd, { uid: 'ada' });
    await synchronize(forge);
  });
  afterEach(() => forge.close());

  const age = () => write(forge, 'UPDATE identities SET checked_at = 0', {});
  const useAndCheck = async () => {
    await ada.client.get('/user');
    await checked(forge);
  };

  it('is repeated by the next use, if it is the sign of a disabled account', async () => {
    await slapd.expire(ada.dn);
    await synchronize(forge);
    await slapd.expire(ada.dn, null);
    await slapd.hide('shadowExpire');
    await age();
    await useAndCheck();
    expect(await stateOf(forge, ada)).toBe('ldap_blocked');
    await slapd.setAccess(true);
    await useAndCheck();
    expect(await stateOf(forge, ada)).toBe('active');
  });

  it('is repeated by the next use, if it is the unique id', async () => {
    await slapd.hide('entryUUID');
    await slapd.expire(ada.dn);
    await age();
    await useAndCheck();
    expect(await stateOf(forge, ada)).toBe('active');
    await slapd.setAccess(true);
    await useAndCheck();
    expect(await stateOf(forge, ada)).toBe('ldap_blocked');
  });

  it('is made by the next use after a run that could not read the sign of a disabled account', async () => {
    await slapd.expire(ada.dn);
    await synchronize(forge);
    await slapd.expire(ada.dn, null);
    await slapd.hide('shadowExpire');
    await age();
    expect((await synchronize(forge)).counts).toMatchObject({ unblocked: 0, conflicts: 1 });
    await slapd.setAccess(true);
    await useAndCheck();
    expect(await stateOf(forge, ada)).toBe('active');
  });
});
