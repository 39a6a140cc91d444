import type { Person } from '../model.js';
import {
  answered,
  created,
  FORBIDDEN,
  listed,
  notFound,
  refusalOf,
  TAKEN,
  type Expected,
  type Plan,
} from '../calls.js';
import { seesEvent } from '../rights.js';
import { eventView, fullView, personView, profileView } from '../views.js';

const notAdmin = (caller: Person): Expected | null => (caller.admin ? null : FORBIDDEN);
const missingUser = ({ isDeleted }: Person): Expected | null =>
  isDeleted ? notFound('User') : null;

/** Rare, because each creation hashes a password. */
export const createUser: Plan = (world, caller, pick) => {
  const username = `${world.prefix}-${pick.of(['new', 'newer'])}`;
  const email = `${username}@example.com`;
  const parameters = { username, email, name: 'A Newcomer', projects_limit: 0 };
  const person: Person = {
    ...{ id: 0, username, email, name: parameters.name, bio: null, admin: false, external: false },
    ...{ blocked: false, isDeleted: false, mayCreateProjects: false, emails: [], keys: [] },
    client: world.administrator.client,
  };
  const apply = async ({ id }: { id: number }) => {
    const { body } = await world.administrator.client.get<{ private_token: string }>('/user', {
      sudo: id,
    });
    const client = world.administrator.client.as(body.private_token);
    world.newcomers.push(Object.assign(person, { id, client }));
  };
  const isTaken = world.newcomers.some((one) => one.username === username && !one.isDeleted);
  return {
    method: 'POST',
    path: '/users',
    parameters: { ...parameters, password: 'correct horse battery staple' },
    expected:
      notAdmin(caller) ??
      (isTaken ? refusalOf(409, `Email ${TAKEN}`) : created(() => fullView(person), apply)),
  };
};

export const getUser: Plan = (world, caller, pick) => {
  const person = pick.of([caller, ...world.people]);
  const isSelf = person === caller && pick.oneIn(2);
  const isFull = isSelf || caller.admin;
  return {
    method: 'GET',
    path: isSelf ? '/user' : `/users/${person.id}`,
    expected: missingUser(person) ?? answered(() => (isFull ? fullView : profileView)(person)),
  };
};

export const listUsers: Plan = (world, caller, pick) => {
  const [parameters, wanted] = pick.of<[Record<string, boolean>, (person: Person) => boolean]>([
    [{}, () => true],
    [{ active: true }, ({ blocked }) => !blocked],
    [{ blocked: true }, ({ blocked }) => blocked],
    [{ external: true }, ({ external }) => external],
  ]);
  const found = world.people.filter((person) => !person.isDeleted && wanted(person));
  const request = { path: '/users', parameters: { ...parameters, search: `${world.prefix}-` } };
  return listed(pick, request, found.reverse(), caller.admin ? fullView : personView);
};

export const updateUser: Plan = (world, caller, pick) => {
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
    parameters: changes,
    expected: notAdmin(caller) ?? missingUser(person) ?? answered(() => fullView(person), apply),
  };
};

export const blockOrUnblock: Plan = (world, caller, pick) => {
  const person = pick.of([...world.cast, ...world.newcomers, caller]);
  const block = pick.of([true, false]);
  const changes = person.blocked !== block;
  const ownAccount = refusalOf(403, '403 Forbidden  - You cannot block your own account');
  return {
    method: 'PUT',
    path: `/users/${person.id}/${block ? 'block' : 'unblock'}`,
    expected:
      notAdmin(caller) ??
      missingUser(person) ??
      (block && caller === person ? ownAccount : null) ??
      answered(
        () => changes,
        () => void (person.blocked = block),
      ),
  };
};

export const deleteUser: Plan = (world, caller, pick) => {
  const person = pick.latest(world.newcomers);
  if (!person) return createUser(world, caller, pick);
  const isHard = pick.oneIn(2);
  const { isDeleted } = person;
  return {
    method: 'DELETE',
    path: `/users/${person.id}`,
    parameters: { hard_delete: isHard },
    expected:
      notAdmin(caller) ??
      answered(
        () => (isDeleted ? null : fullView(person)),
        () => {
          if (!isDeleted) world.removePerson(person, isHard);
        },
      ),
  };
};

export const listEvents: Plan = (world, caller, pick) => {
  const person = pick.of(world.people);
  const events = world.events.filter(
    (event) => event.author === person && seesEvent(caller, event),
  );
  const list = listed(pick, { path: `/users/${person.id}/events` }, events.reverse(), eventView);
  return { ...list, expected: missingUser(person) ?? list.expected };
};
