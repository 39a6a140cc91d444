import { invalidEmail } from './user-changes.js';

const text = (value: string) => `the entry has no valid e-mail address: ${value}`;

describe('invalidEmail', () => {
  it.each([null, 'ada', 'x'.repeat(255), '😀'.repeat(255)])('quotes %j', (email) => {
    expect(invalidEmail({ emails: email === null ? [] : [email] })).toBe(text(String(email)));
  });

  it.each(['x', '😀', 'x😀'])('cuts more than 255 characters of %j', (characters) => {
    const value = [...characters.repeat(1_000)].slice(0, 255).join('');
    for (const email of [`${value}x`, `${value}😀`, characters.repeat(1_000_000)])
      expect(invalidEmail({ emails: [email] })).toMatch(new RegExp(`^${text(value)}…$`, 'u'));
  });
});
