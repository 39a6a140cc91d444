import { Logger } from '@nestjs/common';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { RedisServer } from '../support/redis-server.js';
import type { SeededUser } from '../support/seed.js';

const OFF = {
  RATE_LIMIT: 'on',
  RATE_LIMIT_FAILED_AUTH: '0',
  RATE_LIMIT_FAILED_SIGN_INS: '0',
  RATE_LIMIT_NOTES: '0',
};

let redis: RedisServer;
let forges: Forge[] = [];
const said: string[] = [];
const textOf = (message: unknown) =>
  typeof message === 'string' ? message : String((message as { message?: string }).message);
let onSaid: (() => void) | undefined;

beforeEach(async () => {
  said.length = 0;
  redis = await RedisServer.start();
});
afterEach(async () => {
  Logger.overrideLogger(false);
  for (const forge of forges.reverse()) await forge.close();
  forges = [];
  await redis.remove();
});

function recordSaid(): void {
  const record = (message: unknown) => {
    const text = textOf(message);
    if (text.startsWith('RATE_LIMIT_STORE')) said.push(text);
    onSaid?.();
  };
  Logger.overrideLogger({ log: record, warn: record, error: record });
}

/** Two instances on one database. */
async function startTwo(settings: Record<string, string>): Promise<[Forge, Forge]> {
  const shared = { ...OFF, RATE_LIMIT_STORE: redis.url, ...settings };
  const first = await startForge(shared);
  forges.push(first);
  const second = await startForge({ ...shared, ...first.settings });
  forges.push(second);
  recordSaid();
  return [first, second];
}

/** Resolves when this many messages about the store were logged. */
const saidCount = (count: number) =>
  new Promise<void>((resolve) => {
    onSaid = () => {
      if (said.length >= count) resolve();
    };
    onSaid();
  });

const fail = async (forge: Forge) => (await forge.as('wrong').get('/user')).status;
const signIn = async (forge: Forge, password: string) =>
  (await forge.anonymous.post('/session', { login: ROOT.username, password })).status;
const statuses = async (steps: (() => Promise<number>)[]) => {
  const found: number[] = [];
  for (const step of steps) found.push(await step());
  return found;
};

describe('Two instances with RATE_LIMIT_STORE', () => {
  it('share the limit of failed authentications', async () => {
    const [a, b] = await startTwo({ RATE_LIMIT_FAILED_AUTH: '3' });
    const steps = [a, b, a, b, a].map((forge) => () => fail(forge));
    expect(await statuses(steps)).toEqual([401, 401, 401, 429, 429]);
    expect((await b.anonymous.get('/user')).status).toBe(429);
    expect((await b.root.get('/user')).status).toBe(200);
  });

  it('share the limit of failed sign-ins to an account', async () => {
    const [a, b] = await startTwo({ RATE_LIMIT_FAILED_SIGN_INS: '3' });
    const steps = [a, b, a, b, a].map((forge) => () => signIn(forge, 'wrong'));
    expect(await statuses(steps)).toEqual([401, 401, 401, 429, 429]);
  });

  it('share the limit of new notes', async () => {
    const [a, b] = await startTwo({ RATE_LIMIT_NOTES: '3' });
    const ada: SeededUser = await a.seed.user();
    const issue = await a.seed.issue(await a.seed.project(ada), ada);
    const add = (forge: Forge) => async () =>
      (await forge.as(ada.token).post(`${issue.at}/notes`, { body: 'Again' })).status;
    const steps = [a, b, a, b, a].map(add);
    expect(await statuses(steps)).toEqual([201, 201, 201, 429, 429]);
  });

  it('check at most as many passwords in parallel as the limit allows', async () => {
    const [a, b] = await startTwo({ RATE_LIMIT_FAILED_AUTH: '5' });
    const sent = Array.from({ length: 20 }, (_, n) => signIn(n % 2 === 0 ? a : b, 'wrong'));
    const found = await Promise.all(sent);
    expect(found.filter((status) => status === 401)).toHaveLength(5);
    expect(found.filter((status) => status === 429)).toHaveLength(15);
  });

  it('give points back after a sign-in', async () => {
    const [a, b] = await startTwo({ RATE_LIMIT_FAILED_AUTH: '2' });
    const right = [a, b, a, b].map((forge) => () => signIn(forge, ROOT.password));
    expect(await statuses(right)).toEqual([201, 201, 201, 201]);
    expect(await statuses([a, b, a].map((forge) => () => fail(forge)))).toEqual([401, 401, 429]);
  });
});

describe('Without a response from Redis', () => {
  it('each instance counts alone, and says once that Redis fails and once that it is back', async () => {
    const [a, b] = await startTwo({ RATE_LIMIT_FAILED_AUTH: '2' });
    await redis.kill();
    await saidCount(2);
    const alone = [a, a, a, b, b, b].map((forge) => () => fail(forge));
    expect(await statuses(alone)).toEqual([401, 401, 429, 401, 401, 429]);
    expect(said.map((text) => text.split(' (')[0])).toEqual(
      Array(2).fill('RATE_LIMIT_STORE fails'),
    );
    await redis.run();
    await saidCount(4);
    expect(said.slice(2)).toEqual(
      Array(2).fill('RATE_LIMIT_STORE responds again: the limits count together'),
    );
    const together = [a, b, a].map((forge) => () => fail(forge));
    expect(await statuses(together)).toEqual([401, 401, 429]);
  });

  it('requests are answered while Redis is stopped', async () => {
    const [a, b] = await startTwo({ RATE_LIMIT_FAILED_AUTH: '2' });
    redis.signal('SIGSTOP');
    const alone = [a, a, a, b, b, b].map((forge) => () => fail(forge));
    expect(await statuses(alone)).toEqual([401, 401, 429, 401, 401, 429]);
    expect(await signIn(a, ROOT.password)).toBe(429);
    expect(said).toHaveLength(2);
    redis.signal('SIGCONT');
    await saidCount(4);
    expect(said[2]).toMatch(/^RATE_LIMIT_STORE responds again/);
  });

  it('the service starts and counts alone', async () => {
    await redis.kill();
    const [a, b] = await startTwo({ RATE_LIMIT_FAILED_AUTH: '1' });
    expect(await statuses([a, a, b].map((forge) => () => fail(forge)))).toEqual([401, 429, 401]);
    await redis.run();
    await saidCount(2);
    expect(await statuses([a, b].map((forge) => () => fail(forge)))).toEqual([401, 429]);
  });
});

describe('RATE_LIMIT_STORE', () => {
  it('takes a user, a password and a database', async () => {
    const own = await RedisServer.start('--user', 'forge', 'on', '>hush', '~*', '+@all');
    try {
      const url = own.url.replace('//', '//forge:hush@');
      const [a, b] = await startTwo({ RATE_LIMIT_FAILED_AUTH: '1', RATE_LIMIT_STORE: `${url}/3` });
      expect(await statuses([a, b].map((forge) => () => fail(forge)))).toEqual([401, 429]);
      expect(said).toEqual([]);
    } finally {
      await own.remove();
    }
  });

  it('lets each instance count alone if the password is wrong', async () => {
    const own = await RedisServer.start('--requirepass', 'other');
    try {
      const url = own.url.replace('//', '//:hush@');
      const [a, b] = await startTwo({ RATE_LIMIT_FAILED_AUTH: '1', RATE_LIMIT_STORE: url });
      expect(await statuses([a, b].map((forge) => () => fail(forge)))).toEqual([401, 401]);
    } finally {
      await own.remove();
    }
  });
});
