import type { AttackClass } from '../attack-class.js';
import type { Answer } from '../clients/caller.js';
import type { Target } from '../target.js';
import { newKey } from '../world/new-key.js';
import { unique, type World } from '../world/world.js';

/** Fields that rows have, but no operation accepts under these names. */
const FORBIDDEN = {
  ...{ id: 1, user_id: 1, author_id: 1, owner_id: 1, project_id: 1, noteable_id: 1 },
  ...{ is_admin: true, state: 'blocked', ldap_blocked: true, is_external: true, role: 'admin' },
  ...{ private_token: undefined, token_digest: 'a', password_hash: 'a', encrypted_password: 'a' },
  ...{ fingerprint: 'aa:bb', system: true, is_system: true, deleted_at: 1, iid: 77 },
  ...{ updated_at: '2001-01-01T00:00:00Z', confirmed_at: '2001-01-01T00:00:00Z' },
  ...{ current_sign_in_at: '2001-01-01T00:00:00Z', two_factor_enabled: true },
  ...{ constructor: { prototype: { is_admin: true } }, prototype: { is_admin: true } },
};
/** JSON.stringify would leave it out. */
const POLLUTED = `{"__proto__":{"is_admin":true,"admin":true},${JSON.stringify(FORBIDDEN).slice(1)}`;

/** Writes fields that nobody may write: mass assignment and prototype pollution. */
export const fields: AttackClass = {
  name: 'fields',
  rows: [2, 3],
  control: 'stored-extras',
  run: async (target) => {
    const world = await target.world();
    const { owner } = world.people;
    const results = [
      await checkUser(target, world),
      await checkOwned(target, world),
      await checkNote(target, world),
    ];
    const { body } = await owner.caller.get('/user');
    target.require(!(body as { is_admin: boolean }).is_admin, 'the owner became admin');
    return `${Object.keys(FORBIDDEN).length} fields in ${results.reduce((a, b) => a + b)} operations`;
  },
};

const withForbidden = (given: object): string =>
  `${JSON.stringify(given).slice(0, -1)},${POLLUTED.slice(1)}`;

const send = (world: World, method: string, path: string, given: object, role: 'owner' | 'admin') =>
  world.people[role].caller.send({
    ...{ method, path: `/api/v3${path}`, body: withForbidden(given) },
    headers: { 'content-type': 'application/json' },
  });

/** Finds differences from the expected fields. */
function compare(target: Target, what: string, { status, body, text }: Answer, expected: object) {
  const got = (body ?? {}) as Record<string, unknown>;
  if (status >= 300) return;
  for (const [name, value] of Object.entries(expected)) {
    target.require(
      JSON.stringify(got[name]) === JSON.stringify(value),
      `${what}: ${name} is not ${JSON.stringify(value)} in ${text}`,
    );
  }
}

async function checkUser(target: Target, world: World): Promise<number> {
  const username = unique();
  const email = `${username}@mail.example`;
  const given = { username, email, password: 'a long password', name: 'N', confirm: false };
  const created = await send(world, 'POST', '/users', given, 'admin');
  const expected = {
    ...{ username, email, is_admin: false, state: 'active', external: false, identities: [] },
    ...{ two_factor_enabled: false, current_sign_in_at: null, last_sign_in_at: null },
  };
  compare(target, 'POST /users', created, expected);
  const { id, confirmed_at: confirmedAt } = created.body as { id: number; confirmed_at: string };
  target.require(id > 1 && !confirmedAt.startsWith('2001'), `POST /users: ${created.text}`);
  const updated = await send(world, 'PUT', `/users/${id}`, { name: 'M' }, 'admin');
  compare(target, 'PUT /users/:id', updated, {
    ...{ ...expected, id, name: 'M', confirmed_at: confirmedAt },
  });
  return 2;
}

async function checkOwned(target: Target, world: World): Promise<number> {
  const { owner } = world.people;
  const key = newKey();
  const added = await send(world, 'POST', '/user/keys', { title: 'T', key }, 'owner');
  compare(target, 'POST /user/keys', added, { title: 'T', key });
  const email = `${unique()}@mail.example`;
  const address = await send(world, 'POST', '/user/emails', { email }, 'owner');
  compare(target, 'POST /user/emails', address, { email });
  for (const [kind, text] of [
    ['keys', key],
    ['emails', email],
  ]) {
    const ofAdmin = await target.root.get(`/users/1/${kind}`);
    target.require(!ofAdmin.text.includes(text ?? ''), `${kind} of another user got a new row`);
    const own = await owner.caller.get(`/user/${kind}?per_page=100`);
    target.require(own.text.includes(text ?? ''), `the new one is not in the owner's ${kind}`);
  }
  const project = await send(world, 'POST', '/projects', { name: unique() }, 'owner');
  const { owner: got } = project.body as { owner?: { id: number } };
  if (got) target.require(got.id === owner.id, `POST /projects: owner ${got.id}`);
  return 3;
}

async function checkNote(target: Target, world: World): Promise<number> {
  const { at } = world.open.issue;
  const issues = `${world.open.at}/issues`;
  const issue = await send(world, 'POST', issues, { title: 'T' }, 'owner');
  const { author } = issue.body as { author: { id: number } };
  target.require(author.id === world.people.owner.id, `POST issue: ${issue.text}`);
  compare(target, 'POST issue', issue, { project_id: world.open.id, state: 'opened' });
  const created = await send(world, 'POST', `${at}/notes`, { body: 'B' }, 'owner');
  const expected = { body: 'B', system: false, noteable_id: world.open.issue.id };
  compare(target, 'POST note', created, expected);
  const { id } = created.body as { id: number };
  const path = `${at}/notes/${id}`;
  const updated = await send(world, 'PUT', path, { body: 'C' }, 'owner');
  compare(target, 'PUT note', updated, { ...expected, id, body: 'C' });
  return 3;
}
