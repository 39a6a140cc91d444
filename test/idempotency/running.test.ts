import { mock } from 'node:test';
import { startForge, type Forge } from '../support/app.js';
import { Interleaving } from '../support/interleaving.js';
import { sql } from '../support/internals.js';
import {
  anIssue,
  leaveUnfinished,
  newKey,
  REPLAYED,
  REUSED,
  RUNNING,
  storedRows,
  type KeyedAnswer,
} from './keyed.js';

const HOUR = 3_600_000;

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

const retryAfter = ({ headers }: KeyedAnswer) => Number(headers.get('retry-after'));

/** Runs `act` when the request has claimed its key and is about to write. */
async function whileRunning(send: () => Promise<KeyedAnswer>, act: () => Promise<unknown>) {
  const interleaving = new Interleaving(forge).before(2, act);
  const answer = await send();
  expect(interleaving.stop()).toBe(2);
  return answer;
}

/** A slow machine then changes no time in a response. */
async function withStoppedClock<Result>(act: () => Promise<Result>): Promise<Result> {
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  try {
    return await act();
  } finally {
    mock.timers.reset();
  }
}

describe('while the first request runs', () => {
  it('the same request returns 409 with Retry-After', async () => {
    const { post, notes } = await anIssue(forge);
    const key = newKey();
    let second: KeyedAnswer | undefined;
    const first = await withStoppedClock(() =>
      whileRunning(
        () => post(key),
        async () => (second = await post(key)),
      ),
    );
    expect(second).toMatchObject({ status: 409, body: RUNNING, isReplay: false });
    expect(second && retryAfter(second)).toBe(1);
    expect(first).toMatchObject({ status: 201, isReplay: false });
    expect(await post(key)).toMatchObject({ ...REPLAYED, text: first.text });
    expect(await notes()).toHaveLength(1);
  });

  it('another request with the key returns 422', async () => {
    const { post, notes } = await anIssue(forge);
    const key = newKey();
    let second: KeyedAnswer | undefined;
    await whileRunning(
      () => post(key),
      async () => (second = await post(key, { body: 'Other' })),
    );
    expect(second).toMatchObject({ status: 422, body: REUSED });
    expect(await notes()).toHaveLength(1);
  });

  it('20 requests at once create one note', async () => {
    const { post, notes } = await anIssue(forge);
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(key)));
    const created = answers.filter(({ status, isReplay }) => status === 201 && !isReplay);
    expect(created).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 409) expect(answer.body).toEqual(RUNNING);
      else expect(answer).toMatchObject({ status: 201, text: created[0]?.text });
    }
    expect(await notes()).toHaveLength(1);
    expect(await storedRows(forge, key)).toHaveLength(1);
  });

  it('20 requests with 20 keys create 20 notes', async () => {
    const { post, notes } = await anIssue(forge);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(newKey())));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(await notes()).toHaveLength(20);
  });
});

describe('a claim of a process that died', () => {
  it('is respected until it expires: 409', async () => {
    const { post, notes } = await anIssue(forge);
    const key = newKey();
    await post(key);
    const answer = await withStoppedClock(async () => {
      await leaveUnfinished(forge, key, Date.now() + 10_000);
      return post(key);
    });
    expect(answer).toMatchObject({ status: 409, body: RUNNING });
    // The claim lasts 15 s, so the first request has run for 5 s.
    expect(retryAfter(answer)).toBe(5);
    expect(await notes()).toHaveLength(1);
  });

  it('never asks to wait longer than until it expires', async () => {
    const { post } = await anIssue(forge);
    const key = newKey();
    await post(key);
    await leaveUnfinished(forge, key, Date.now() + 2_000);
    expect(retryAfter(await post(key))).toBeLessThanOrEqual(2);
  });

  it('is taken over when it has expired', async () => {
    const { post, notes } = await anIssue(forge);
    const key = newKey();
    const first = await post(key);
    await leaveUnfinished(forge, key, Date.now() - 1);
    const second = await post(key, { body: 'Other parameters' });
    expect(second).toMatchObject({ status: 201, isReplay: false });
    expect(second.text).not.toBe(first.text);
    expect(await post(key, { body: 'Other parameters' })).toMatchObject({
      ...REPLAYED,
      text: second.text,
    });
    expect(await notes()).toHaveLength(2);
    expect(await storedRows(forge, key)).toHaveLength(1);
  });

  it('is taken over by one of 20 requests', async () => {
    const { post, notes } = await anIssue(forge);
    const key = newKey();
    await post(key);
    await leaveUnfinished(forge, key, Date.now() - 1);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(key)));
    expect(answers.filter(({ status, isReplay }) => status === 201 && !isReplay)).toHaveLength(1);
    expect(await notes()).toHaveLength(2);
  });

  it('is taken over if the clock was set back meanwhile', async () => {
    const { post } = await anIssue(forge);
    const key = newKey();
    await post(key);
    await leaveUnfinished(forge, key, Date.now() + HOUR);
    expect(await post(key)).toMatchObject({ status: 201, isReplay: false });
  });

  it('cannot be used any more: the request that lost it stores nothing and returns 409', async () => {
    const { post, notes } = await anIssue(forge);
    const key = newKey();
    const answer = await whileRunning(
      () => post(key),
      () => leaveUnfinished(forge, key, Date.now() - 1),
    );
    expect(answer).toMatchObject({ status: 409, body: RUNNING });
    expect(await notes()).toEqual([]);
    expect(await post(key)).toMatchObject({ status: 201, isReplay: false });
    expect(await notes()).toHaveLength(1);
  });
});

describe('a stored response', () => {
  const age = (key: string, ms: number) =>
    sql(
      forge,
      `UPDATE stored_responses SET expires_at = expires_at - ${ms} WHERE request_key = '${key}'`,
    );

  it('is returned for 24 hours', async () => {
    const { post, notes } = await anIssue(forge);
    const key = newKey();
    const first = await post(key);
    await age(key, 24 * HOUR - 60_000);
    expect(await post(key)).toMatchObject({ ...REPLAYED, text: first.text });
    await age(key, 60_000);
    const second = await post(key);
    expect(second).toMatchObject({ status: 201, isReplay: false });
    expect(await notes()).toHaveLength(2);
    expect(await post(key)).toMatchObject({ ...REPLAYED, text: second.text });
    const [row] = await storedRows(forge, key);
    expect(row?.expires_at).toBeGreaterThan(Date.now() + 23 * HOUR);
  });
});
