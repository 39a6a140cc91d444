import { usernameProblem } from '../../features/users/user-name.js';
import { isUsername, usernamesFor } from './username.js';

const first = (name: string, count: number) =>
  [...usernamesFor(name, () => 123_456)].slice(0, count);

describe('usernamesFor', () => {
  it('reads the first 1,020 characters of a name', () => {
    expect(first(`a${'\u0315\u0300'.repeat(600)}b`, 1)).toEqual(['a']);
  });

  it.each(['ada', 'Ada', 'a', '_ada', '.ada', 'ada.lovelace', 'ada-1', '007', 'x'.repeat(255)])(
    'returns only the valid name %s',
    (name) => {
      expect([...usernamesFor(name, () => 0)]).toEqual([name]);
    },
  );

  it.each([
    ['ada lovelace', 'ada-lovelace'],
    ['ada@example.org', 'ada-example.org'],
    ['EXAMPLE\\ada', 'EXAMPLE-ada'],
    ['Zoë', 'Zoe'],
    ['Zoe\u0308', 'Zoe'],
    ['ａｄａ', 'ada'],
    ['-ada', 'ada'],
    [' ada ', 'ada-'],
    ['ada.', 'ada'],
    ['ada...', 'ada'],
    ['ada.git', 'ada-git'],
    ['ada.ATOM', 'ada-ATOM'],
    ['.git', 'git'],
    ['a*b(c)d\\e\0f', 'a-b-c-d-e-f'],
    ['a/../b', 'a-..-b'],
    ['😀ada', 'ada'],
    ['', 'member'],
    ['.', 'member'],
    ['Ада', 'member'],
    ['x'.repeat(300), 'x'.repeat(255)],
    [`${'x'.repeat(254)}. and more`, 'x'.repeat(254)],
  ])('replaces what is not allowed in %j', (name, username) => {
    expect(first(name, 3)).toEqual(
      [username, `${username}1`, `${username}2`].map((candidate) =>
        candidate.length <= 255 ? candidate : `${username.slice(0, 254)}${candidate.slice(-1)}`,
      ),
    );
  });

  it.each(['admin', 'Ghost', 'users'])('appends a number to the reserved name %s', (name) => {
    expect(first(name, 2)).toEqual([`${name}1`, `${name}2`]);
  });

  it('goes on with random numbers, because many names can have the same result', () => {
    expect(first('Ада', 12).slice(8)).toEqual([
      'member8',
      'member9',
      'member123456',
      'member123456',
    ]);
  });

  it('returns valid usernames for any text', () => {
    const characters = [...'aZ9._- \0\n\\*()/@%é漢😀', '.git', '.atom', '\ud800', '\u0308'];
    const pick = (seed: number) => characters[seed % characters.length] ?? '';
    for (let seed = 0; seed < 2_000; seed++) {
      const name = pick(seed) + pick(seed >> 4) + pick(seed * 7) + pick(seed >> 7);
      for (const username of first(name, 3)) {
        expect(usernameProblem(username)).toBeNull();
        expect(isUsername(username)).toBe(true);
      }
    }
  });
});
