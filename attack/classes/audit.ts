import type { AttackClass } from '../attack-class.js';
import type { Answer, Caller } from '../clients/caller.js';
import type { Target } from '../target.js';
import { newKey } from '../world/new-key.js';
import { LEVEL, type World } from '../world/world.js';

const FLOOD = 60;
/** Failures of an address that the rate limit allows. */
const LIMIT = 20;
const FLOODING = '192.0.2.66';

interface AuditRow {
  action: string;
  caller: { id: number } | null;
  actor: { id: number } | null;
  ip: string | null;
  subject_id: number | null;
}

/** Changes that leave no trace, sudo that hides who used it, and floods that hide a failed sign-in. */
export const audit: AttackClass = {
  name: 'audit',
  rows: [],
  control: 'no-trail',
  env: {
    ...{ RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' },
    RATE_LIMIT_FAILED_AUTH: String(LIMIT),
  },
  run: async (target) => {
    const world = await target.world();
    await tryToRead(target, world);
    const changes = await tryChanges(target, world);
    await trySudo(target, world);
    await tryFlood(target, world);
    return `${changes} changes, 3 requests with sudo, ${FLOOD} failed sign-ins`;
  },
};

async function rowsOf(target: Target, query: string): Promise<AuditRow[]> {
  const { body } = await target.root.get(`/audit_events?per_page=100&${query}`);
  return Array.isArray(body) ? (body as AuditRow[]) : [];
}

/** Only administrators read the trail, and nobody changes it. */
async function tryToRead(target: Target, { people }: World): Promise<void> {
  const { owner, external, admin, outsider } = people;
  const acting = admin.caller.with({ sudo: outsider.username });
  for (const caller of [owner.caller, external.caller, acting])
    for (const query of ['', '?format=jsonl', '?caller_id=1']) {
      const { status } = await caller.get(`/audit_events${query}`);
      target.require(status === 403, `the trail for a user: ${status}`);
    }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    for (const at of ['/audit_events', '/audit_events/1']) {
      const { status } = await target.root.send({ method, path: `/api/v3${at}` });
      target.require([404, 405].includes(status), `${method} ${at}: ${status}`);
    }
}

/** Each change is in the trail with its author. Returns their number. */
async function tryChanges(target: Target, world: World): Promise<number> {
  const { admin, owner, outsider } = world.people;
  const victim = await world.person();
  const at = `/users/${victim.id}`;
  const { open } = world;
  const member = { user_id: victim.id, access_level: LEVEL.guest };
  const changes: [action: string, by: Caller, send: (by: Caller) => Promise<Answer>][] = [
    ['user.updated', admin.caller, (by) => by.put(at, { admin: true })],
    ['user.blocked', admin.caller, (by) => by.put(`${at}/block`)],
    ['user.unblocked', admin.caller, (by) => by.post(`${at}/unblock`)],
    ['user.token_reset', admin.caller, (by) => by.post(`${at}/private_token/reset`)],
    ['key.added', admin.caller, (by) => by.post(`${at}/keys`, { title: 'T', key: newKey() })],
    ['member.added', owner.caller, (by) => by.post(`${open.at}/members`, member)],
    ['member.removed', owner.caller, (by) => by.delete(`${open.at}/members/${victim.id}`)],
    ['project.updated', admin.caller, (by) => by.put(open.at, { description: 'by an admin' })],
    ['issue.updated', admin.caller, (by) => by.put(open.issue.at, { title: 'by an admin' })],
    [
      'note.updated',
      admin.caller,
      (by) => by.put(`${open.issue.at}/notes/${open.issue.note}`, { body: 'by an admin' }),
    ],
    [
      'award.removed',
      owner.caller,
      (by) => by.delete(`${open.issue.at}/award_emoji/${open.issue.award}`),
    ],
    ['note.deleted', owner.caller, (by) => by.delete(`${open.issue.at}/notes/${open.issue.note}`)],
    ['session.failed', outsider.caller, (by) => by.post('/session', badSignIn(owner.username))],
    ['user.deleted', admin.caller, (by) => by.delete(at)],
  ];
  for (const [action, by, send] of changes) {
    const before = (await rowsOf(target, `action=${action}`)).length;
    const { status, text } = await send(by);
    const [row, ...rest] = await rowsOf(target, `action=${action}`);
    target.require(rest.length === before, `${action} is not in the trail (${status} ${text})`);
    if (target.isDone) break;
    const expected = by === admin.caller ? admin.id : by === owner.caller ? owner.id : undefined;
    target.require(row?.caller?.id === expected, `${action} names ${String(row?.caller?.id)}`);
    target.require(Boolean(row?.ip), `${action} has no address`);
  }
  return changes.length;
}

const badSignIn = (login: string) => ({ login, password: 'not the password' });

/** A read, a change and a change without effect: one row each, with both users. */
async function trySudo(target: Target, { people, open }: World): Promise<void> {
  const { admin, owner } = people;
  const acting = admin.caller.with({ sudo: owner.username });
  const requests = [
    () => acting.get(`${open.at}/issues`),
    () => acting.put(open.confidential.at, { confidential: false }),
    () => acting.put(open.at, {}),
  ];
  for (const [n, send] of requests.entries()) {
    const before = (await rowsOf(target, `caller_id=${admin.id}&actor_id=${owner.id}`)).length;
    await send();
    const rows = await rowsOf(target, `caller_id=${admin.id}&actor_id=${owner.id}`);
    const added = rows.length - before;
    target.require(added === 1, `request ${n} with sudo has ${added} rows in the trail`);
  }
}

/** A flood of failures from one address neither fills the trail nor hides a failure from another address. */
async function tryFlood(target: Target, { people }: World): Promise<void> {
  const fail = (address: string, login: string) =>
    target.anonymous.with({ 'x-forwarded-for': address }).post('/session', badSignIn(login));
  await Promise.all(Array.from({ length: FLOOD }, (_, n) => fail(FLOODING, `nobody-${n}`)));
  await fail('192.0.2.77', people.owner.username);
  const hidden = await rowsOf(target, 'ip=192.0.2.77');
  target.require(hidden.length === 1, 'a flood of failures hides another failure');
  const rows = await rowsOf(target, `ip=${FLOODING}`);
  const recorded = rows.filter(({ action }) => action === 'session.failed').length;
  target.require(recorded === LIMIT, `${recorded} of ${LIMIT} failures below the limit have rows`);
}
