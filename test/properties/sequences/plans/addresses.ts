import type { Person, World } from '../model.js';
import {
  answered,
  created,
  FORBIDDEN,
  listed,
  notFound,
  refusalOf,
  TAKEN,
  type Chooser,
  type Expected,
  type RequestParameters,
  type Plan,
} from '../calls.js';
import { emailView, keyView } from '../views.js';

interface WithId {
  id: number;
}

/** Emails and keys follow the same rules: unique across users, managed by their owner or by administrators. */
interface Kind<Item extends WithId> {
  name: 'Email' | 'Key';
  plural: 'emails' | 'keys';
  of: (person: Person) => Item[];
  make: (world: World, pick: Chooser) => Item;
  parameters: (item: Item) => RequestParameters;
  isSame: (one: Item, other: Item) => boolean;
  view: (item: Item) => object;
  taken: object;
}

function plansOf<Item extends WithId>(kind: Kind<Item>): [add: Plan, remove: Plan, list: Plan] {
  /** The path of the person's items for this caller, and the expected refusal. */
  const target = (caller: Person, person: Person) => ({
    path: caller === person ? `/user/${kind.plural}` : `/users/${person.id}/${kind.plural}`,
    refusal:
      caller === person
        ? null
        : ((caller.admin ? null : FORBIDDEN) ?? (person.isDeleted ? notFound('User') : null)),
  });
  const add: Plan = (world, caller, pick) => {
    const person = pick.of([caller, caller, ...world.people]);
    const { path, refusal } = target(caller, person);
    const item = kind.make(world, pick);
    const isTaken = world.people.some((one) =>
      kind.of(one).some((existing) => kind.isSame(existing, item)),
    );
    const taken = refusalOf(caller === person ? 400 : 404, kind.taken);
    const success = created(
      () => kind.view(item),
      ({ id }) => void kind.of(person).push(Object.assign(item, { id })),
    );
    const parameters = kind.parameters(item);
    return { method: 'POST', path, parameters, expected: refusal ?? (isTaken ? taken : success) };
  };
  const remove: Plan = (world, caller, pick) => {
    const person = pick.of([caller, caller, ...world.people]);
    const { path, refusal } = target(caller, person);
    const all = world.people.flatMap((one) => kind.of(one));
    const item = pick.latest(kind.of(person)) ?? pick.latest(all);
    if (!item) return add(world, caller, pick);
    const isOwn = kind.of(person).includes(item);
    const isDeleted: Expected = caller === person ? answered(() => null) : notFound(kind.name);
    const drop = () => void kind.of(person).splice(kind.of(person).indexOf(item), 1);
    return {
      method: 'DELETE',
      path: `${path}/${item.id}`,
      expected: refusal ?? (isOwn ? answered(() => kind.view(item), drop) : isDeleted),
    };
  };
  const list: Plan = (world, caller, pick) => {
    const person = pick.of([caller, caller, ...world.people]);
    const { path, refusal } = target(caller, person);
    const page = listed(pick, { path }, [...kind.of(person)].reverse(), kind.view);
    return { ...page, expected: refusal ?? page.expected };
  };
  return [add, remove, list];
}

export const [addEmail, removeEmail, listEmails] = plansOf({
  name: 'Email',
  plural: 'emails',
  of: (person) => person.emails,
  make: ({ prefix }, pick) => ({ id: 0, email: `${prefix}-${pick.of([1, 2, 3])}@example.org` }),
  parameters: ({ email }) => ({ email }),
  isSame: (one, other) => one.email === other.email,
  view: emailView,
  taken: { email: [TAKEN] },
});

export const [addKey, removeKey, listKeys] = plansOf({
  name: 'Key',
  plural: 'keys',
  of: (person) => person.keys,
  make: ({ keys }, pick) => ({ id: 0, title: pick.of(['Laptop', 'Ünï']), key: pick.of(keys) }),
  parameters: ({ title, key }) => ({ title, key }),
  isSame: (one, other) => one.key === other.key,
  view: keyView,
  taken: { fingerprint: [TAKEN], key: [TAKEN] },
});
