import { withTimeLimit } from './time-limit.js';

const never = () => new Promise<void>(() => undefined);

describe('the time limit of a test', () => {
  it('fails a test that takes too long', async () => {
    await expect(withTimeLimit(never, 10)()).rejects.toThrow('It has not ended in 10 ms.');
  });

  it('returns the result of a test that ends in time', async () => {
    expect(await withTimeLimit(() => 'an answer', 10_000)()).toBe('an answer');
    const wrong = withTimeLimit(() => Promise.reject(new Error('wrong')), 10_000);
    await expect(wrong()).rejects.toThrow('wrong');
  });

  it('refuses tests without a body or with arguments', () => {
    expect(() => withTimeLimit(undefined, 10)).toThrow('without arguments');
    expect(() => withTimeLimit(((done: unknown) => done) as () => unknown, 10)).toThrow();
  });
});
