import { shuffleIn } from './random-order.js';

const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f'];

function shuffled(seed: number, key = 'file'): string {
  const items: string[] = [];
  for (const letter of LETTERS) {
    items.push(letter);
    shuffleIn(items, String(seed), key);
  }
  return items.join('');
}

describe('the random order', () => {
  const seeds = Array.from({ length: 1_000 }, (_, seed) => seed);

  it('is the same for the same seed and file', () => {
    expect(shuffled(7)).toBe(shuffled(7));
    expect(shuffled(7, 'another file')).not.toBe(shuffled(7));
  });

  it('keeps every test', () => {
    for (const seed of seeds) expect([...shuffled(seed)].sort()).toEqual(LETTERS);
  });

  it('puts each test in each position in over 10% of the orders', () => {
    const orders = seeds.map((seed) => shuffled(seed));
    for (const letter of LETTERS)
      for (const place of LETTERS.keys())
        expect(orders.filter((order) => order[place] === letter).length).toBeGreaterThan(100);
  });
});
