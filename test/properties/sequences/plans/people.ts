import type { Person } from '../model.js';
import {
  answered,
  created,
  FORBIDDEN,
  listed,
  notFound,
  refused,
  TAKEN,
  type Expected,
  type Plan,
} from '../calls.js';
import { seesEvent } from '../rights.js';
import { eventView, fullView, personView, profileView } from '../views.js';

const notAdmin = (by: Person): Expected | null => (by.admin ? null : FORBIDDEN);
const nobody = ({ gone }: Person): Expected | null => (gone ? notFound('User') : null);

/** Rare, because each creation hashes a password. */
export const createUser: Plan = (world, by, pick) => {
  const username = `${world.prefix}-${pick.of(['new', 'newer'])}`;
  const email = `${username}@example.com`;
  const given = { username, email, name: 'A Newcomer', projects_limit: 0 };
  const person: Person = {
    ...{ id: 0, username, email, name: given.name, bio: null, admin: false, external: false },
    ...{ blocked: false, gone: false, mayCreateProjects: false, emails: [], keys: [] },
    client: world.boss.client,
  };
  const apply = async ({ id }: { id: number }) => {
    const { body } = await world.boss.client.get<{ private_token: string }>('/user', { sudo: id });
    const client = world.boss.client.as(body.private_token);
    world.newcomers.push(Object.assign(person, { id, client }));
  };
  const isTaken = world.newcomers.some((one) => one.username === username && !one.gone);
  return {
    method: 'POST',
    path: '/users',
    given: { ...given, password: 'correct horse battery staple' },
    expected:
      notAdmin(by) ??
      (isTaken ? refused(409, `Email ${TAKEN}`) : created(() => fullView(person), apply)),
  };
};

export const getUser: Plan = (world, by, pick) => {
  const person = pick.of([by, ...world.people]);
  const isSelf = person === by && pick.oneIn(2);
  const isFull = isSelf || by.admin;
  return {
    method: 'GET',
    path: isSelf ? '/user' : `/users/${person.id}`,
    expected: nobody(person) ?? answered(() => (isFull ? fullView : profileView)(person)),
  };
};

export const listUsers: Plan = (world, by, pick) => {
  const [given, wanted] = pick.of<[Record<string, boolean>, (person: Person) => boolean]>([
    [{}, () => true],
    [{ active: true }, ({ blocked }) => !blocked],
    [{ blocked: true }, ({ blocked }) => blocked],
    [{ external: true }, ({ external }) => external],
  ]);
  const found = world.people.filter((person) => !person.gone && wanted(person));
  const request = { path: '/users', given: { ...given, search: `${world.prefix}-` } };
  return listed(pick, request, found.reverse(), by.admin ? fullView : personView);
};

export const updateUser: Plan = (world, by, pick) => {
  const person = pick.of([...world.cast, ...world.newcomers]);
  const changes = pick.of<{ bio?: string; name?: string; external?: boolean }>([
    { name: pick.of(['Another Name', 'Ünï']) },
    { bio: pick.of(['Somebody', '']) },
    { external: pick.of([true, false]) },
  ]);
  const apply = () => {
    const { name = person.name, bio = person.bio, external = person.external } = changes;
    Object.assign(person, { name, bio: bio || null, external });
    // External users lose the right and do not get it back when `external` is cleared.
    if (external) person.mayCreateProjects = false;
  };
  return {
    method: 'PUT',
    path: `/users/${person.id}`,
    given: changes,
    expected: notAdmin(by) ?? nobody(person) ?? answered(() => fullView(person), apply),
  };
};

export const blockOrUnblock: Plan = (world, by, pick) => {
  const person = pick.of([...world.cast, ...world.newcomers, by]);
  const block = pick.of([true, false]);
  const changes = person.blocked !== block;
  const ownAccount = refused(403, '403 Forbidden  - You cannot block your own account');
  return {
    method: 'PUT',
    path: `/users/${person.id}/${block ? 'block' : 'unblock'}`,
    expected:
      notAdmin(by) ??
      nobody(person) ??
      (block && by === person ? ownAccount : null) ??
      answered(
        () => changes,
        () => void (person.blocked = block),
      ),
  };
};

export const deleteUser: Plan = (world, by, pick) => {
  const person = pick.latest(world.newcomers);
  if (!person) return createUser(world, by, pick);
  const hard = pick.oneIn(2);
  const { gone } = person;
  return {
    method: 'DELETE',
    path: `/users/${person.id}`,
    given: { hard_delete: hard },
    expected:
      notAdmin(by) ??
      answered(
        () => (gone ? null : fullView(person)),
        () => {
          if (!gone) world.removePerson(person, hard);
        },
      ),
  };
};

export const listEvents: Plan = (world, by, pick) => {
  const person = pick.of(world.people);
  const events = world.events.filter((event) => event.author === person && seesEvent(by, event));
  const list = listed(pick, { path: `/users/${person.id}/events` }, events.reverse(), eventView);
  return { ...list, expected: nobody(person) ?? list.expected };
};
