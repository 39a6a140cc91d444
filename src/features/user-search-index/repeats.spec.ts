import fc from 'fast-check';
import { repeats } from './repeats.js';

describe('repeats', () => {
  it.each([
    [['ada'], [[1, 0, 0]]],
    [['aaaa'], [[3, 2, 1, 0]]],
    [['barbara'], [[3, 2, 1, 0, 1, 0, 0]]],
    [
      ['ada', 'da@da'],
      [
        [1, 0, 0],
        [2, 1, 0, 2, 1],
      ],
    ],
    [['🦊x🦊'], [[1, 0, 0]]],
    [[], []],
  ])('counts the repeated letters of %j', (texts, expected) => {
    expect(repeats(texts)).toEqual(expected);
  });

  it('lets a search find each part of the texts at exactly one place', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '🦊'), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), text, (texts, part) => {
        const counts = repeats(texts);
        const length = [...part].length;
        const places = texts.flatMap((whole, n) =>
          [...whole].filter((_, i) => {
            const suffix = [...whole].slice(i).join('');
            return suffix.startsWith(part) && (counts[n]?.[i] ?? 0) < length;
          }),
        );
        expect(places).toHaveLength(texts.some((whole) => whole.includes(part)) ? 1 : 0);
      }),
    );
  });
});
