import { setTimeout as delay } from 'node:timers/promises';
import type { AttackClass } from '../attack-class.js';
import { ADMIN } from '../../bench/seed.js';
import type { Attack } from '../clients/caller.js';
import { keepsTokens, OPERATIONS } from '../operations.js';
import type { Target } from '../target.js';
import { pathOf } from '../world/paths.js';
import type { World } from '../world/world.js';

const CANARY = 'canary-of-a-secret-0000';
const LAST_PATH = '/api/v3/the-last-request-of-the-attack';
const PAUSE_MS = 20;
const PATIENCE_MS = 30_000;

/** Looks for tokens and passwords in everything that the service logs at its most talkative level. */
export const logs: AttackClass = {
  name: 'logs',
  rows: [26],
  control: 'logged-tokens',
  env: { LOG_LEVEL: 'trace' },
  run: async (target) => {
    const world = await target.world();
    const requests = await provoke(target, world);
    await flush(target);
    const secrets = [
      ...Object.values(world.people).flatMap(({ token, password }) => [token, password]),
      ...[ADMIN.token, CANARY, 'a key that keeps nothing of worth', '$argon2'],
    ];
    const lines = target.log.split('\n');
    for (const line of lines) {
      const secret = secrets.find((one) => line.includes(one));
      target.require(secret === undefined, `the log has ${String(secret)}: ${line.slice(0, 300)}`);
    }
    return `${lines.length} lines of ${requests} requests with ${secrets.length} secrets`;
  },
};

/** Secrets at every door of every operation, with good and bad requests. Returns the number of requests. */
async function provoke(target: Target, world: World): Promise<number> {
  const { owner } = world.people;
  let count = 0;
  for (const operation of OPERATIONS.filter(keepsTokens)) {
    const { method, example } = operation;
    const path = pathOf(operation, world, world.secret);
    const attacks: Omit<Attack, 'method'>[] = [
      { path: `${path}?private_token=${CANARY}` },
      { path: `${path}?access_token=${owner.token}&page=x` },
      { path, headers: { authorization: `Bearer ${CANARY}` } },
      { path, headers: { 'private-token': CANARY, sudo: CANARY } },
      { path, headers: { cookie: `session=${CANARY}` } },
      { path, body: { ...example, private_token: CANARY, password: CANARY } },
      { path, body: `{"password":"${CANARY}"`, headers: { 'content-type': 'application/json' } },
      { path, body: CANARY, headers: { 'content-type': 'text/plain' } },
    ];
    for (const attack of attacks) {
      await target.anonymous.send({ method, ...attack });
      count++;
    }
  }
  for (const given of [
    { login: owner.username, password: CANARY },
    { login: CANARY, password: owner.password },
    { login: owner.username, password: [owner.password] },
  ]) {
    await target.anonymous.post('/session', given);
    count++;
  }
  return count;
}

/** Waits until the log has the last request. */
async function flush(target: Target): Promise<void> {
  await target.anonymous.send({ method: 'GET', path: LAST_PATH });
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) {
    if (target.log.includes(LAST_PATH)) return;
    await delay(PAUSE_MS);
  }
  target.find('the log has not the last request');
}
