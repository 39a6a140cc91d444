import { limited } from './time-limit.js';

const never = () => new Promise<void>(() => undefined);

describe('the time limit of a test', () => {
  it('fails a test that takes too long', async () => {
    await expect(limited(never, 10)()).rejects.toThrow('It has not ended in 10 ms.');
  });

  it('returns the result of a test that ends in time', async () => {
    expect(await limited(() => 'an answer', 10_000)()).toBe('an answer');
    const wrong = limited(() => Promise.reject(new Error('wrong')), 10_000);
    await expect(wrong()).rejects.toThrow('wrong');
  });

  it('refuses tests without a body or with arguments', () => {
    expect(() => limited(undefined, 10)).toThrow('without arguments');
    expect(() => limited(((done: unknown) => done) as () => unknown, 10)).toThrow();
  });
});
