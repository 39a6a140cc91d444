import { isSameMailbox, mailboxKey, normalizeEmail } from './email-address.js';

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

describe('mailboxKey', () => {
  it('has the domain in its ASCII form, and the local part as it is', () => {
    expect(mailboxKey('ä@bücher.example')).toBe('ä@xn--bcher-kva.example');
  });

  it.each([
    ...['x@xn--bcher-kva.example', 'x@127.1', 'x@%6d.example', 'x@example', 'ada', 'bücher', ''],
    ...['x@ü/a', 'x@ü@ü', `x@${'ü'.repeat(1_000_000)}`],
  ])('is the text itself for %.60j', (text) => {
    expect(mailboxKey(text)).toBe(text);
  });

  it('lets an address be compared in any form', () => {
    expect(isSameMailbox('x@bücher.example', 'x@xn--bcher-kva.example')).toBe(true);
    expect(isSameMailbox('x@bücher.example', 'x@bucher.example')).toBe(false);
    expect(isSameMailbox('ü@example.com', 'u@example.com')).toBe(false);
  });
});
