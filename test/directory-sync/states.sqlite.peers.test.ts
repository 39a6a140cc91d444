import type { Forge } from '../support/app.js';
import { ldapBlock } from '../support/direct-sql.js';
import { answered } from '../support/expected-responses.js';
import { useSlapd } from '../support/use-servers.js';
import {
  newMember,
  recordsOf,
  startSynchronized,
  stateOf,
  synchronize,
  type Member,
} from './synchronized.js';

const slapd = useSlapd({ keepEntries: true });

const COUNTS = { blocked: 0, unblocked: 0, changed: 0, administrators: 0, conflicts: 0 };

describe('The state of a user after a synchronization', () => {
  let forge: Forge;
  let ada: Member;

  beforeAll(async () => {
    forge = await startSynchronized(slapd);
    // So that the directory never shows nobody.
    await newMember(forge, slapd, { uid: 'eve' });
  });
  let count = 0;
  beforeEach(async () => {
    ada = await newMember(forge, slapd, { uid: `ada${++count}` });
    await synchronize(forge);
  });
  afterAll(() => forge.close());

  const events: Record<string, () => Promise<unknown>> = {
    'is as before': () => Promise.resolve(),
    expired: () => slapd.expire(ada.dn),
    'was locked for good': () => slapd.lock(ada.dn),
    'left the filter': () => slapd.modify(ada.dn, { employeeType: 'left' }),
    'was removed': () => slapd.remove(ada.dn),
    moved: async () => slapd.move(ada.dn, await slapd.unit(`moved ${count}`)),
  };
  const CAUSES: Record<string, string> = {
    expired: 'shadowExpire is 1',
    'was locked for good': 'pwdAccountLockedTime is 000001010000Z',
    'left the filter': 'the entry no longer matches the filter',
    'was removed': 'the entry is gone',
  };
  const before: Record<string, () => Promise<unknown>> = {
    active: () => Promise.resolve(),
    ldap_blocked: () => ldapBlock(forge, ada),
    blocked: () => forge.root.put(`${ada.at}/block`),
  };
  const rows = Object.keys(before).flatMap((state) =>
    Object.keys(events).map((event): [string, string, string] => {
      const isGood = !(event in CAUSES);
      return [state, event, state === 'blocked' ? state : isGood ? 'active' : 'ldap_blocked'];
    }),
  );

  it.each(rows)('from %s, when the entry %s, is %s', async (state, event, after) => {
    await before[state]?.();
    await events[event]?.();
    const { failed, held, counts, run } = await synchronize(forge);
    expect({ failed, held, counts }).toEqual({
      ...{ failed: null, held: null },
      counts: {
        ...COUNTS,
        blocked: Number(state === 'active' && after === 'ldap_blocked'),
        unblocked: Number(state === 'ldap_blocked' && after === 'active'),
        changed: Number(event === 'moved' && state !== 'ldap_blocked'),
      },
    });
    expect(await stateOf(forge, ada)).toBe(after);
    expect((await ada.client.get('/user')).status).toBe(after === 'active' ? 200 : 401);
    const records = (await recordsOf(forge, ada)).filter((record) => record.run === run);
    const isChanged = state !== after;
    expect(records.map(({ details }) => details.changes['state'])).toEqual(
      isChanged ? [{ from: state, to: after }] : event === 'moved' ? [undefined] : [],
    );
    // A second run finds nothing to do.
    expect((await synchronize(forge)).counts).toEqual(COUNTS);
  });

  it.each(Object.entries(CAUSES))('says why: the entry %s', async (event, cause) => {
    await events[event]?.();
    const { run, blocked } = await synchronize(forge);
    expect(blocked).toEqual([{ username: ada.username, dn: ada.dn, reason: cause }]);
    expect((await recordsOf(forge, ada)).at(-1)).toEqual({
      ...{ action: 'user.blocked', origin: 'ldapmain', run },
      details: {
        username: ada.username,
        changes: { state: { from: 'active', to: 'ldap_blocked' } },
        reason: `synchronization: ${cause}`,
      },
    });
  });

  it.each([
    ['PUT', 'block', 'LDAP blocked users cannot be modified by the API'],
    ['POST', 'block', 'LDAP blocked users cannot be modified by the API'],
    ['PUT', 'unblock', 'LDAP blocked users cannot be unblocked by the API'],
    ['POST', 'unblock', 'LDAP blocked users cannot be unblocked by the API'],
  ] as const)(
    'is not for administrators to change: %s %s returns 403',
    async (method, path, reason) => {
      await slapd.expire(ada.dn);
      await synchronize(forge);
      expect(await forge.root.send(method, `${ada.at}/${path}`)).toEqual(
        answered(403, { message: `403 Forbidden  - ${reason}` }),
      );
      await slapd.expire(ada.dn, null);
      await synchronize(forge);
      expect((await ada.client.get('/user')).status).toBe(200);
      expect(await forge.root.put(`${ada.at}/block`)).toEqual(answered(200, true));
      expect(await forge.root.put(`${ada.at}/unblock`)).toEqual(answered(200, true));
    },
  );

  it('stays active for the last active administrator', async () => {
    await forge.root.put(ada.at, { admin: true });
    await slapd.remove(ada.dn);
    await forge.as(ada.token).put('/users/1/block');
    const { blocked, conflicts } = await synchronize(forge);
    expect(blocked).toEqual([]);
    expect(conflicts).toEqual([
      { username: ada.username, dn: ada.dn, reason: 'the last active administrator has to stay' },
    ]);
    expect((await ada.client.get('/user')).status).toBe(200);
    await forge.as(ada.token).put('/users/1/unblock');
    expect((await synchronize(forge)).counts.blocked).toBe(1);
  });
});
