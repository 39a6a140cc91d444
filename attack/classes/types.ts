import type { AttackClass } from '../attack-class.js';
import { keepsTokens, OPERATIONS } from '../operations.js';
import type { Target } from '../target.js';
import { pathOf } from '../world/paths.js';
import type { World } from '../world/world.js';

/** Values that compare equal to something in a careless language or database. */
const JUGGLED: readonly unknown[] = [0, 1, 7, -1, 1, true, false, [], {}, [''], [0], null];
const OBJECTS: readonly unknown[] = [{}, { id: 1 }, [1], [['a']], { $gt: '' }, { role: 'admin' }];

/** Values of the wrong JSON type as token, login, sudo, name and in every field. */
export const types: AttackClass = {
  name: 'types',
  rows: [1, 3],
  control: 'loose-token',
  run: async (target) => {
    const world = await target.world();
    const tokens = await juggleTokens(target, world);
    const logins = await juggleLogins(target);
    const fields = await juggleFields(target, world);
    return `${tokens} tokens, ${logins} logins, ${fields} fields`;
  },
};

async function juggleTokens(target: Target, world: World): Promise<number> {
  const { owner } = world.people;
  let count = 0;
  for (const value of [...JUGGLED, [owner.token], { token: owner.token }, { '0': owner.token }]) {
    for (const name of ['private_token', 'access_token']) {
      const body = { [name]: value, email: `juggled-${count++}@mail.example` };
      const { status } = await target.anonymous.post('/user/emails', body);
      target.require(status === 401, `${name} ${JSON.stringify(value)}: ${status}`);
    }
  }
  return count;
}

async function juggleLogins(target: Target): Promise<number> {
  const values = [...JUGGLED, ['root']];
  for (const value of values) {
    for (const given of [
      { login: value, password: 'nobody signs in' },
      { email: value, password: 'nobody signs in' },
      { login: 'root', password: value },
    ]) {
      const { status } = await target.anonymous.post('/session', given);
      const isRefused = status === 400 || status === 401;
      target.require(isRefused, `POST /session ${JSON.stringify(given)}: ${status}`);
    }
  }
  return 3 * values.length;
}

/** An object or a list where the document has a text, a number or a flag is refused. */
async function juggleFields(target: Target, world: World): Promise<number> {
  let count = 0;
  for (const operation of OPERATIONS.filter(keepsTokens)) {
    const { method, example, params } = operation;
    for (const { in: place, name, schema } of params) {
      if (place !== 'body' || schema.type === 'array') continue;
      for (const value of OBJECTS) {
        const path = pathOf(operation, world);
        const attack = { method, path, body: { ...example, [name]: value } };
        const { status } = await target.root.send(attack);
        count++;
        // PUT /users/:id and adding keys and addresses to users return 404 for every failure.
        const isRefused = [400, 404, 401].includes(status);
        const what = `${operation.id} ${name} = ${JSON.stringify(value)}`;
        target.require(isRefused, `${what}: ${status}`);
        if (target.isDone) return count;
      }
    }
  }
  return count;
}
