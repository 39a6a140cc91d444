import type { Person, World } from '../model.js';
import {
  answered,
  created,
  FORBIDDEN,
  listed,
  notFound,
  refused,
  TAKEN,
  type Chooser,
  type Expected,
  type Given,
  type Plan,
} from '../calls.js';
import { emailView, keyView } from '../views.js';

interface Owned {
  id: number;
}

/** Emails and keys follow the same rules: unique across users, managed by their owner or by administrators. */
interface Sort<Item extends Owned> {
  name: 'Email' | 'Key';
  plural: 'emails' | 'keys';
  of: (person: Person) => Item[];
  make: (world: World, pick: Chooser) => Item;
  given: (item: Item) => Given;
  isSame: (one: Item, other: Item) => boolean;
  view: (item: Item) => object;
  taken: object;
}

function plansFor<Item extends Owned>(sort: Sort<Item>): [add: Plan, remove: Plan, list: Plan] {
  /** The path of the person's items for this caller, and the expected refusal. */
  const place = (by: Person, person: Person) => ({
    path: by === person ? `/user/${sort.plural}` : `/users/${person.id}/${sort.plural}`,
    refusal:
      by === person
        ? null
        : ((by.admin ? null : FORBIDDEN) ?? (person.gone ? notFound('User') : null)),
  });
  const add: Plan = (world, by, pick) => {
    const person = pick.of([by, by, ...world.people]);
    const { path, refusal } = place(by, person);
    const item = sort.make(world, pick);
    const isTaken = world.people.some((one) => sort.of(one).some((had) => sort.isSame(had, item)));
    const taken = refused(by === person ? 400 : 404, sort.taken);
    const made = created(
      () => sort.view(item),
      ({ id }) => void sort.of(person).push(Object.assign(item, { id })),
    );
    const given = sort.given(item);
    return { method: 'POST', path, given, expected: refusal ?? (isTaken ? taken : made) };
  };
  const remove: Plan = (world, by, pick) => {
    const person = pick.of([by, by, ...world.people]);
    const { path, refusal } = place(by, person);
    const all = world.people.flatMap((one) => sort.of(one));
    const item = pick.latest(sort.of(person)) ?? pick.latest(all);
    if (!item) return add(world, by, pick);
    const isOwn = sort.of(person).includes(item);
    const gone: Expected = by === person ? answered(() => null) : notFound(sort.name);
    const drop = () => void sort.of(person).splice(sort.of(person).indexOf(item), 1);
    return {
      method: 'DELETE',
      path: `${path}/${item.id}`,
      expected: refusal ?? (isOwn ? answered(() => sort.view(item), drop) : gone),
    };
  };
  const list: Plan = (world, by, pick) => {
    const person = pick.of([by, by, ...world.people]);
    const { path, refusal } = place(by, person);
    const page = listed(pick, { path }, [...sort.of(person)].reverse(), sort.view);
    return { ...page, expected: refusal ?? page.expected };
  };
  return [add, remove, list];
}

export const [addEmail, removeEmail, listEmails] = plansFor({
  name: 'Email',
  plural: 'emails',
  of: (person) => person.emails,
  make: ({ prefix }, pick) => ({ id: 0, email: `${prefix}-${pick.of([1, 2, 3])}@example.org` }),
  given: ({ email }) => ({ email }),
  isSame: (one, other) => one.email === other.email,
  view: emailView,
  taken: { email: [TAKEN] },
});

export const [addKey, removeKey, listKeys] = plansFor({
  name: 'Key',
  plural: 'keys',
  of: (person) => person.keys,
  make: ({ keys }, pick) => ({ id: 0, title: pick.of(['Laptop', 'Ünï']), key: pick.of(keys) }),
  given: ({ title, key }) => ({ title, key }),
  isSame: (one, other) => one.key === other.key,
  view: keyView,
  taken: { fingerprint: [TAKEN], key: [TAKEN] },
});
