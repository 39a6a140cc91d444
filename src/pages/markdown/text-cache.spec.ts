import { TextCache } from './text-cache.js';

describe('TextCache', () => {
  it('makes each value once', () => {
    const cache = new TextCache(100);
    const make = jest.fn(() => 'value');
    expect([cache.get('key', make), cache.get('key', make)]).toEqual(['value', 'value']);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('drops the entry that was not used for the longest time', () => {
    // Room for two entries of one letter and one letter.
    const cache = new TextCache(8);
    const made: string[] = [];
    const get = (key: string) => cache.get(key, () => (made.push(key), key));
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) get(key);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
    expect(cache.bytes).toBe(8);
  });

  it('does not keep a value that is larger than the cache', () => {
    const cache = new TextCache(8);
    expect(cache.get('key', () => 'too large')).toBe('too large');
    expect(cache.bytes).toBe(0);
  });
});
