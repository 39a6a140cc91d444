import { jsonParts, jsonPieces } from './json-parts.js';

const LONG = 100_000;
const texts = {
  letters: 'x'.repeat(LONG),
  'control characters': '\u0001"\\\n'.repeat(LONG),
  'characters of two bytes': 'é'.repeat(LONG),
  'characters of three bytes': '‰'.repeat(LONG),
  'characters of four bytes': '😀'.repeat(LONG),
  'characters of four bytes after a letter': `x${'😀'.repeat(LONG)}`,
};

const written = (value: unknown) => [...jsonPieces(jsonParts(value))];

describe('JSON in pieces', () => {
  it.each(Object.entries(texts))('equals JSON.stringify for %s', (_, text) => {
    const value = { text, list: [text, { text }], short: 'é' };
    expect(written(value).join('') === JSON.stringify(value)).toBe(true);
  });

  it.each([
    ...[null, true, 0, -1.5, '', 'x', [], {}, [[]]],
    { a: undefined, b: null, 'ö"': [1, '', {}] },
  ])('equals JSON.stringify for %j', (value) => {
    expect(written(value).join('')).toBe(JSON.stringify(value));
  });

  it('has short pieces only', () => {
    const lengths = written(Object.values(texts)).map(({ length }) => length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(6 * 65_536);
  });

  it('keeps no long text as a string', () => {
    const lengths = jsonParts(Object.values(texts)).map((part) =>
      typeof part === 'string' ? part.length : 0,
    );
    expect(Math.max(...lengths)).toBe(1);
  });
});
