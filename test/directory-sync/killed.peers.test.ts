import { setTimeout as delay } from 'node:timers/promises';
import { settingsOf } from '../directory/configured.js';
import type { Forge } from '../support/app.js';
import { sql } from '../support/internals.js';
import { brokenRules } from '../support/invariants.js';
import { Program } from '../support/program.js';
import { rdn } from '../support/slapd.js';
import { useSlapd } from '../support/use-servers.js';
import {
  FILTER,
  foundMembers,
  limitsOf,
  newMember,
  recordsOf,
  startSynchronized,
  synchronize,
  type Member,
} from './synchronized.js';

const slapd = useSlapd({ keepEntries: true });

/** How many points of a run the process is killed at. */
const POINTS = 12;
const KILL_AT = new URL('../support/kill-at.js', import.meta.url).href;

describe('A synchronization that is killed', () => {
  let forge: Forge;
  let group: string;
  let members: Member[];
  /** A user whose entry the run finds first. */
  let fresh: Member | undefined;
  /** Statements of a whole run. */
  let statements: number;
  let round = 0;

  beforeAll(async () => {
    const eve = await slapd.person({ uid: 'eve' });
    group = await slapd.group('admins', [eve]);
    forge = await startSynchronized(slapd, settings());
    Object.assign(limitsOf(forge), { abandonedMs: 300, pollMs: 20 });
    members = await foundMembers(forge, slapd, 'person', 8);
    await changeDirectory();
    await synchronize(forge);
    await changeDirectory();
    const { code, stderr } = await run('at=0');
    expect(code).toBe(0);
    statements = Number(/^statements: (\d+)$/m.exec(stderr)?.[1]);
    expect(statements).toBeGreaterThan(5 * POINTS);
  });
  afterAll(() => forge.close());

  const settings = () => ({
    ...settingsOf(slapd),
    ...{ LDAP_FILTER: FILTER, LDAP_TIMEOUT: '20', LDAP_BLOCK_LIMIT: '100', LDAP_SYNC_EVERY: '0' },
    LDAP_ADMIN_FILTER: `(memberOf=cn=admins,${slapd.groupsDn})`,
  });

  async function run(query: string): Promise<{ code: number | null; stderr: string }> {
    const program = new Program('../src/main.js', ['--import', `${KILL_AT}?${query}`]);
    try {
      program.start({ ...settings(), ...forge.settings }, 'ldap', 'sync');
      const code = await program.exit();
      return { code, stderr: program.stderr };
    } finally {
      await program.remove();
    }
  }

  const isEven = () => round % 2 === 0;
  const stateNow = () => (isEven() ? 'ldap_blocked' : 'active');

  /** Something happens to everybody: two are blocked or unblocked, and the others get or lose names and rights. */
  async function changeDirectory(): Promise<void> {
    round++;
    const [gone, expired, renamed, moved, admin, ...others] = members as [
      ...[Member, Member, Member, Member, Member],
      ...Member[],
    ];
    await slapd.modify(gone.dn, { employeeType: isEven() ? 'left' : null });
    await slapd.expire(expired.dn, isEven() ? 1 : null);
    await slapd.modify(renamed.dn, { cn: `Name ${round}`, mail: `mail${round}@example.org` });
    moved.dn = await slapd.rename(moved.dn, rdn('uid', `moved${round}`));
    if (isEven()) await slapd.addMember(group, admin.dn);
    else if (round > 1) await slapd.removeMember(group, admin.dn);
    for (const { dn } of others) await slapd.modify(dn, { cn: `Other ${round}` });
    if (fresh) {
      await slapd.remove(fresh.dn);
      await forge.root.delete(fresh.at);
    }
    fresh = await newMember(forge, slapd, { uid: `new${round}` });
  }

  interface Row {
    id: number;
    columns: string;
  }

  /** What a synchronization changes in each user. */
  async function rows(): Promise<Row[]> {
    const found = await sql<Record<string, unknown> & { id: number | string }>(
      forge,
      `SELECT u.id, u.state, u.username, u.username_key, u.name, u.email, u.admin, u.confirmed_at,
         e.email AS address, i.extern_uid, i.unique_id, i.login
       FROM users u JOIN identities i ON i.user_id = u.id
       JOIN emails e ON e.user_id = u.id AND e.is_primary = 1 ORDER BY u.id`,
    );
    return found.map(({ id, ...columns }) => ({
      id: Number(id),
      columns: JSON.stringify(columns),
    }));
  }

  const countRecords = async () =>
    new Map(
      await Promise.all(
        [...members, ...(fresh ? [fresh] : [])].map(async (member): Promise<[number, number]> => [
          member.id,
          (await recordsOf(forge, member)).length,
        ]),
      ),
    );

  const look = async () => [await rows(), await countRecords()] as const;

  /** A server notices a little later that the connection is closed, and may have a COMMIT to execute first. */
  async function settled(): ReturnType<typeof look> {
    for (let first = await look(); ;) {
      await delay(200);
      const second = await look();
      if (JSON.stringify([first[0], [...first[1]]]) === JSON.stringify([second[0], [...second[1]]]))
        return second;
      first = second;
    }
  }

  it.each(Array.from({ length: POINTS }, (_, n) => (n + 0.3) / POINTS))(
    'after the share %d of its statements leaves each user consistent, and the next run continues',
    async (share) => {
      await changeDirectory();
      const [before, recordsBefore] = await look();
      const at = Math.ceil(share * statements);
      const { code } = await run(`at=${at}${round % 4 < 2 ? '' : '&sent'}`);
      expect(code).toBeNull();
      const [killed, recordsKilled] = await settled();
      expect(await brokenRules(forge)).toEqual({});

      expect(await synchronize(forge)).toMatchObject({ failed: null, held: null });
      const [after, recordsAfter] = await look();
      expect(await brokenRules(forge)).toEqual({});
      for (const [n, { id, columns }] of killed.entries()) {
        const [old, final] = [before[n]?.columns, after[n]?.columns];
        expect(final).not.toBe(old);
        expect([old, final]).toContain(columns);
        // Each change has its record, and happens once.
        const recorded = recordsBefore.get(id) ?? NaN;
        expect(recordsKilled.get(id)).toBe(recorded + Number(columns === final));
        expect(recordsAfter.get(id)).toBe(recorded + 1);
      }
      const states = after.map(({ columns }) => (JSON.parse(columns) as { state: string }).state);
      expect(states.slice(0, 2)).toEqual([stateNow(), stateNow()]);
      expect(new Set(states.slice(2))).toEqual(new Set(['active']));
      expect(await synchronize(forge)).toMatchObject({
        counts: { blocked: 0, unblocked: 0, changed: 0, conflicts: 0 },
      });
    },
  );
});
