import { normalizeEmail } from './email-address.js';

const MARKS = '\u0315\u0300';

describe('normalizeEmail', () => {
  it('returns the form in which addresses are stored', () => {
    expect(normalizeEmail(` A${MARKS}@Example.ORG `)).toBe('\u00e0\u0315@example.org');
  });

  it('returns a text that is too long for an address as it is', () => {
    const text = `A${MARKS.repeat(2_000)}@example.org`;
    expect(normalizeEmail(text)).toBe(text);
  });
});
