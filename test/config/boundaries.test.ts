import { ConfigError, readConfig } from '../support/internals.js';

/** What a start with these settings would say; nothing when it would start. */
function problems(settings: Record<string, string>): string {
  try {
    readConfig(settings);
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

describe('the settings', () => {
  it.each([
    ['ADMIN_TOKEN of 20 characters', { ADMIN_TOKEN: 'x'.repeat(20) }],
    ['ADMIN_TOKEN of 255 characters', { ADMIN_TOKEN: 'x'.repeat(255) }],
    ['a variable of another program', { RATE: '1', HEADERS: '1' }],
  ])('accept %s', (_, settings) => {
    expect(problems(settings)).toBe('');
  });

  it.each([
    ['ADMIN_TOKEN of 19 characters', { ADMIN_TOKEN: 'x'.repeat(19) }, 'ADMIN_TOKEN must be'],
    ['ADMIN_TOKEN of 256 characters', { ADMIN_TOKEN: 'x'.repeat(256) }, 'ADMIN_TOKEN must be'],
    ...[
      'RATE_LIMITS',
      'RATE_LIMIT_SIGN_IN',
      'RATE_LIMIT_PER_USER',
      'RATE_LIMIT_NOTES_PER_MINUTE',
    ].map((name): [string, Record<string, string>, string] => [
      name,
      { [name]: '1' },
      `${name} is not a setting; `,
    ]),
  ])('reject %s', (_, settings, problem) => {
    expect(problems(settings)).toMatch(problem);
    expect(problems(settings).startsWith(problem)).toBe(true);
  });
});
