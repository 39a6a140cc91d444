import type { AttackClass } from '../attack-class.js';
import type { Caller } from '../clients/caller.js';
import { OPERATIONS } from '../operations.js';
import { welch } from '../welch.js';
import type { Target } from '../target.js';
import { pathOf } from '../world/paths.js';
import type { World } from '../world/world.js';

const UNKNOWN = { id: 999_999, uid: 999_999, user_id: 999_999, username: 'nobody-has-this-name' };
/** CPU of the service for a sign-in with an unknown login, in relation to a known one. Without a hash it is below 0.1. */
const CPU_RATIO = [0.4, 2.5] as const;

/** Without a token, and with a wrong password, nothing tells what exists. */
export const enumeration: AttackClass = {
  name: 'enumeration',
  rows: [11],
  control: 'no-decoy',
  isAlone: true,
  run: async (target) => {
    const world = await target.world();
    const operations = await compareBodies(target, world);
    const hidden = await compareHidden(target, world);
    const t = await compareTimes(target, world);
    const ratio = await compareSignIns(target, world);
    return [
      `${operations} operations without a token, ${hidden} hidden paths`,
      `Welch's t of existing and missing users ${t.toFixed(1)} (not judged: other processes share the machine)`,
      `CPU of unknown to known logins ${ratio.toFixed(2)}`,
    ].join(', ');
  },
};

/** Bodies and headers, apart from the request id and the date. */
async function signature(caller: Caller, method: string, path: string): Promise<string> {
  const { status, headers, text } = await caller.send({ method, path });
  const names = Object.keys(headers).sort().join();
  return `${status} ${names} ${text}`;
}

async function compareBodies(target: Target, world: World): Promise<number> {
  const withIds = OPERATIONS.filter(
    ({ isPublic, template }) => !isPublic && template.includes('{'),
  );
  for (const operation of withIds) {
    const paths = [pathOf(operation, world), pathOf(operation, world, world.open, UNKNOWN)];
    const answers = paths.map((path) => signature(target.anonymous, operation.method, path));
    const [there, missing] = await Promise.all(answers);
    target.require(there === missing, `${operation.id} without a token: ${there} and ${missing}`);
  }
  return withIds.length;
}

/** What the caller may not see looks as if it did not exist. */
async function compareHidden(target: Target, world: World): Promise<number> {
  const { outsider } = world.people;
  const inProjects = OPERATIONS.filter(({ template }) => template.includes('/projects/{id}'));
  for (const operation of inProjects) {
    const paths = [
      pathOf(operation, world, world.secret),
      pathOf(operation, world, world.open, UNKNOWN),
    ];
    const answers = paths.map((path) => signature(outsider.caller, operation.method, path));
    const [hidden, missing] = await Promise.all(answers);
    target.require(hidden === missing, `${operation.id} of an outsider: ${hidden} and ${missing}`);
  }
  return inProjects.length;
}

async function compareTimes(target: Target, world: World): Promise<number> {
  const time = async (path: string) => {
    const start = performance.now();
    await target.anonymous.get(path);
    return performance.now() - start;
  };
  const [there, missing]: [number[], number[]] = [[], []];
  for (let n = 0; n < target.size(300, 10_000); n++) {
    there.push(await time(`/users/${world.people.owner.id}`));
    missing.push(await time(`/users/${UNKNOWN.id}`));
  }
  return welch(there, missing);
}

/** The work is the same: a hash is checked for unknown logins too. */
async function compareSignIns(target: Target, world: World): Promise<number> {
  const cost = async (login: string) => {
    const before = target.service.preciseCpuMs();
    for (let n = 0; n < target.size(6, 20); n++) {
      const { status, text } = await target.anonymous.post('/session', {
        login,
        password: 'wrong',
      });
      target.require(status === 401, `a wrong password of ${login}: ${status} ${text}`);
    }
    return target.service.preciseCpuMs() - before;
  };
  // The first ones also load and compile code.
  await cost('warm-up');
  const known = await cost(world.people.owner.username);
  const ratio = (await cost('nobody-has-this-name')) / known;
  const isSame = ratio > CPU_RATIO[0] && ratio < CPU_RATIO[1];
  target.require(
    isSame,
    `a sign-in with an unknown login costs ${ratio.toFixed(2)} of a known one`,
  );
  return ratio;
}
