import { limited } from './time-limit.js';

const never = () => new Promise<void>(() => undefined);

describe('the time of a test', () => {
  it('is over when it is over', async () => {
    await expect(limited(never, 10)()).rejects.toThrow('It has not ended in 10 ms.');
  });

  it('is not waited for by one that ends before', async () => {
    expect(await limited(() => 'an answer', 10_000)()).toBe('an answer');
    const wrong = limited(() => Promise.reject(new Error('wrong')), 10_000);
    await expect(wrong()).rejects.toThrow('wrong');
  });

  it('is not given to what this runner would not run', () => {
    expect(() => limited(undefined, 10)).toThrow('without arguments');
    expect(() => limited(((done: unknown) => done) as () => unknown, 10)).toThrow();
  });
});
