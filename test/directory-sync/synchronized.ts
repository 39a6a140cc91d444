import { DirectorySync } from '../../src/sign-in/directory-sync/directory-sync.service.js';
import { SyncLimits } from '../../src/sign-in/directory-sync/sync-limits.js';
import type { SyncOptions, SyncReport } from '../../src/sign-in/directory-sync/sync-report.js';
import { settingsOf } from '../directory/configured.js';
import { startForge, type Forge } from '../support/app.js';
import { sql } from '../support/internals.js';
import type { SeededUser } from '../support/seed.js';
import type { DirectoryServer, Person } from '../support/slapd.js';

/** A user whose entry the service has found. */
export interface Member extends SeededUser {
  dn: string;
}

/** People who have left do not match. */
export const FILTER = '(&(objectClass=person)(!(employeeType=left)))';

/** A service whose only directory is this server. It synchronizes when the test says so. */
export const startSynchronized = (
  server: DirectoryServer,
  settings: Record<string, string> = {},
): Promise<Forge> =>
  startForge({ ...settingsOf(server), LDAP_SYNC_EVERY: '0', LDAP_FILTER: FILTER, ...settings });

export const synchronize = ({ app }: Forge, options: SyncOptions = {}): Promise<SyncReport> =>
  app.get(DirectorySync, { strict: false }).run(options);

export const limitsOf = ({ app }: Forge): SyncLimits => app.get(SyncLimits, { strict: false });

/** Adds a person to the directory and a user here who has that entry. `synchronize` finds it. */
export async function newMember(
  forge: Forge,
  server: DirectoryServer,
  person: Person,
  user: Record<string, unknown> = {},
): Promise<Member> {
  const dn = await server.person(person);
  const { uid, cn = uid, mail } = person;
  const account = { provider: 'ldapmain', extern_uid: dn };
  const fields = { username: uid, name: cn, email: mail ?? `${uid}@example.org` };
  return { ...(await forge.seed.user({ ...fields, ...account, ...user })), dn };
}

/** Like `newMember`, several at once: the uids `name1` to `name<count>`. The service has found their entries. */
export async function foundMembers(
  forge: Forge,
  server: DirectoryServer,
  name: string,
  count: number,
): Promise<Member[]> {
  const members: Member[] = [];
  for (let n = 1; n <= count; n++)
    members.push(await newMember(forge, server, { uid: `${name}${n}` }));
  await synchronize(forge);
  return members;
}

export const stateOf = async (forge: Forge, { at }: { at: string }): Promise<unknown> =>
  (await forge.root.get<{ state: string }>(at)).body.state;

export const statesOf = (forge: Forge, users: readonly { at: string }[]): Promise<unknown[]> =>
  Promise.all(users.map((user) => stateOf(forge, user)));

interface Recorded {
  action: string;
  origin: string | null;
  run: string | null;
  details: { username: string; changes: Record<string, unknown>; reason: string };
}

/** What directories have changed in a user, oldest first. */
export async function recordsOf(forge: Forge, { id }: { id: number }): Promise<Recorded[]> {
  const rows = await sql<Recorded & { details: string }>(
    forge,
    `SELECT action, origin, run, details FROM audit_events
     WHERE subject_type = 'user' AND subject_id = ${id} AND origin IS NOT NULL ORDER BY id`,
  );
  return rows.map(({ details, ...row }) => ({
    ...row,
    details: JSON.parse(details) as Recorded['details'],
  }));
}
