import { readFileSync } from 'node:fs';
import { PASSWORD, signIn } from '../session/directory-session.js';
import type { Forge } from '../support/app.js';
import { rdn } from '../support/slapd.js';
import { useSlapd } from '../support/use-servers.js';
import {
  foundMembers,
  newMember,
  startSynchronized,
  stateOf,
  synchronize,
  type Member,
} from './synchronized.js';

const slapd = useSlapd({ keepEntries: true });

const STATES = ['active', 'ldap_blocked', 'blocked'] as const;
type State = (typeof STATES)[number];
type Act = () => Promise<unknown>;

const document = readFileSync(new URL('../../docs/directory.md', import.meta.url), 'utf8');
const [, section = ''] = document.split('## What happens when');
/** The rows of the page: an event, and what becomes of a user in each state. */
const table = [...section.matchAll(/^\| (.+?) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)]
  .filter(([, event = '']) => event !== 'Event' && !event.startsWith('-'))
  .map(([, event = '', ...cells]) => ({ event, cells }));

describe('What happens when (docs/directory.md)', () => {
  let forge: Forge;
  let ada: Member;
  let count = 0;

  beforeAll(async () => {
    forge = await startSynchronized(slapd, { LDAP_TIMEOUT: '3', LDAP_BLOCK_LIMIT: '5' });
    // So that the directory never shows nobody.
    await foundMembers(forge, slapd, 'eve', 2);
  });
  beforeEach(async () => {
    ada = await newMember(forge, slapd, { uid: `ada${++count}`, password: PASSWORD });
    await synchronize(forge);
  });
  afterEach(async () => {
    slapd.resume();
    await slapd.sizeLimit('unlimited');
    await slapd.setAccess(true);
    // No later run may find what this test left.
    await forge.root.delete(ada.at);
  });
  afterAll(() => forge.close());

  /** Leads the user into the state, as it happens in operation. The entry is disabled if the directory blocked. */
  const reach: Record<State, Act> = {
    active: () => Promise.resolve(),
    async ldap_blocked() {
      await slapd.expire(ada.dn);
      await synchronize(forge);
    },
    blocked: () => forge.root.put(`${ada.at}/block`),
  };

  const BAD: Record<string, Act> = {
    removed: () => slapd.remove(ada.dn),
    expired: () => slapd.expire(ada.dn),
    'locked for good': () => slapd.lock(ada.dn),
    'outside the filter': () => slapd.modify(ada.dn, { employeeType: 'left' }),
  };
  const enable = () => slapd.modify(ada.dn, { shadowExpire: null, employeeType: null });
  const BACK: Record<string, Act> = {
    'enabled again': async () => {
      await slapd.expire(ada.dn);
      await enable();
    },
    'inside the filter again': async () => {
      await slapd.modify(ada.dn, { employeeType: 'left' });
      await enable();
    },
  };
  const UNAVAILABLE: Record<string, Act> = {
    'not responding': () => {
      slapd.pause();
      return Promise.resolve();
    },
  };
  const INCOMPLETE: Record<string, Act> = {
    ...UNAVAILABLE,
    'returning a part of the entries': () => slapd.sizeLimit(1),
    'not letting the account read': () => slapd.setAccess(false),
  };
  const MOVED: Record<string, Act> = {
    renamed: async () => (ada.dn = await slapd.rename(ada.dn, rdn('uid', `renamed${count}`))),
    moved: async () => (ada.dn = await slapd.move(ada.dn, await slapd.unit(`unit ${count}`))),
  };

  const inSynchronization = async () => {
    await synchronize(forge);
  };
  /** Also with a run that fails: it changes nobody. */
  const inFailedSynchronization = async () => {
    expect((await synchronize(forge)).failed).not.toBeNull();
  };
  const onUse = async () => (await ada.client.get('/user')).status;
  const onSignIn = async () => (await signIn(forge, ada.username)).status;
  const alone = { 'by the API': () => Promise.resolve() };
  const byAdministrator = (send: () => Promise<{ status: number }>) => async () => {
    const { status } = await send();
    // The next run is no reason to change it again.
    if (status !== 403) await enable().then(inSynchronization);
    return status;
  };
  /** Everybody else is disabled too. */
  const overLimit: Record<string, Act> = {
    'with six others': async () => {
      const others = await foundMembers(forge, slapd, `crowd${count}-`, 6);
      for (const { dn } of [ada, ...others]) await slapd.expire(dn);
      expect((await synchronize(forge)).held).toMatchObject({ limit: 5 });
      for (const { at } of others) await forge.root.delete(at);
    },
  };

  /** What each event does before, in each of its forms, and what then decides. */
  const events: Record<string, [forms: Record<string, Act>, decide: Act]> = {
    'The entry is removed, disabled or outside the filter': [BAD, inSynchronization],
    'The entry is back, enabled and inside the filter': [BACK, inSynchronization],
    'The directory is unavailable, or its answer incomplete': [INCOMPLETE, inFailedSynchronization],
    'The run would block more than `LDAP_BLOCK_LIMIT` users': [overLimit, () => Promise.resolve()],
    'The entry is renamed or moved: the identity follows': [MOVED, inSynchronization],
    'An administrator blocks the user': [
      alone,
      byAdministrator(() => forge.root.put(`${ada.at}/block`)),
    ],
    'An administrator unblocks the user': [
      alone,
      byAdministrator(() => forge.root.put(`${ada.at}/unblock`)),
    ],
    'An administrator removes the identity of the directory': [
      alone,
      byAdministrator(() => forge.root.delete(`${ada.at}/identities/ldapmain`)),
    ],
    'Sign-in, the entry is enabled': [BACK, onSignIn],
    'Sign-in, the entry is removed, disabled or outside the filter': [BAD, onSignIn],
    'Sign-in, the directory is unavailable': [UNAVAILABLE, onSignIn],
    'Use of the token, no run since the entry was disabled': [BAD, onUse],
  };

  it('has a row for each event', () => {
    expect(table.map(({ event }) => event)).toEqual(Object.keys(events));
  });

  const rows = table.flatMap(({ event, cells }) =>
    STATES.flatMap((state, column) => {
      const cell = cells[column] ?? '';
      const word = /^becomes `(\w+)`/.exec(cell)?.[1];
      const title = `${state} ${word ? `becomes ${word}` : 'stays'}: ${event}`;
      const forms = Object.keys(events[event]?.[0] ?? {});
      return forms.map((form) => ({ title, form, event, state, cell, after: word ?? state }));
    }),
  );

  it.each(rows)('$title ($form)', async ({ form, event, state, cell, after }) => {
    const [forms, decide] = events[event] ?? [{}, () => Promise.resolve()];
    await reach[state]();
    const before = ada.dn;
    await forms[form]?.();
    const status = await decide();
    slapd.resume();
    expect(await stateOf(forge, ada)).toBe(after);
    const expected = /: (\d+)$/.exec(cell)?.[1];
    if (expected !== undefined) expect(status).toBe(Number(expected));
    if (!event.includes('the identity follows')) return;
    expect(ada.dn).not.toBe(before);
    const { body } = await forge.root.get<{ identities: unknown }>(ada.at);
    expect(body.identities).toEqual([{ provider: 'ldapmain', extern_uid: ada.dn }]);
  });

  it('every cell says that the state stays, or which it becomes', () => {
    for (const { cells } of table)
      for (const cell of cells)
        expect(cell).toMatch(/^(stays|becomes `(active|ldap_blocked|blocked)`)(: \d+)?$/);
  });
});
