import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { emojiNamed, onlyEmoji } from './emoji.js';

const require = createRequire(import.meta.url);
const data = (path: string): unknown =>
  JSON.parse(readFileSync(require.resolve(`emojibase-data/en/${path}.json`), 'utf8'));

interface Emoji {
  unicode: string;
  skins?: Emoji[];
}
const everyEmoji = (data('compact') as Emoji[])
  .flatMap((emoji) => [emoji, ...(emoji.skins ?? [])])
  .map((emoji) => emoji.unicode);
const namesOf = (set: string) =>
  Object.values(data(`shortcodes/${set}`) as Record<string, string | string[]>).map((names) =>
    [names].flat(),
  );

describe('emojiNamed', () => {
  it.each([
    ['thumbsup', 'thumbsup'],
    ['+1', 'thumbsup'],
    ['thumbs_up', 'thumbsup'],
    ['+1_tone3', 'thumbsup_tone3'],
    ['thumbsdown', 'thumbsdown'],
    ['-1', 'thumbsdown'],
    ['tada', 'tada'],
    ['party_popper', 'tada'],
    ['heart', 'heart'],
    ['smile', 'smile'],
    ['rocket', 'rocket'],
    ['100', '100'],
    ['poop', 'poop'],
    ['hankey', 'poop'],
    ['memo', 'pencil'],
    ['de', 'flag_de'],
  ])('maps the name %s to %s', (name, canonical) => {
    expect(emojiNamed(name)).toBe(canonical);
  });

  it('takes a name only GitHub has for an alias', () => {
    expect(emojiNamed('tipping_hand_man')).toBe(onlyEmoji('💁‍♂️'));
  });

  it('leaves a name JoyPixels and GitHub give to two emoji with JoyPixels', () => {
    expect(emojiNamed('om')).toBe('flag_om');
  });

  it.each(['', 'no_such_emoji', 'Thumbsup', ' tada', ':tada:', '🎉'])(
    'returns null for the name %j',
    (name) => {
      expect(emojiNamed(name)).toBeNull();
    },
  );

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'does not take %s of an object for a name',
    (name) => {
      expect(emojiNamed(name)).toBeNull();
      expect(onlyEmoji(`:${name}:`)).toBeNull();
    },
  );

  it.each(['joypixels', 'github'])(
    'knows every name of %s, and each canonical name is its own',
    (set) => {
      const strays = namesOf(set)
        .flat()
        .filter((name) => {
          const canonical = emojiNamed(name);
          return canonical === null || emojiNamed(canonical) !== canonical;
        });
      expect(strays).toEqual([]);
    },
  );

  it('gives all JoyPixels names of one emoji one canonical name, the first', () => {
    const strays = namesOf('joypixels').filter((names) =>
      names.some((name) => emojiNamed(name) !== names[0]),
    );
    expect(strays).toEqual([]);
  });
});

describe('onlyEmoji', () => {
  it.each([
    [':tada:', 'tada'],
    [' \r\n:+1:\t', 'thumbsup'],
    [':-1:', 'thumbsdown'],
    ['👍', 'thumbsup'],
    ['👍\uFE0F', 'thumbsup'],
    ['👍🏽', 'thumbsup_tone3'],
    ['❤', 'heart'],
    ['❤\uFE0F', 'heart'],
    ['1\uFE0F\u20E3', 'one'],
    ['🇩🇪', 'flag_de'],
    ['👩‍💻', 'woman_technologist'],
    ['🏳\uFE0F‍🌈', 'rainbow_flag'],
    ['🏳‍🌈', 'rainbow_flag'],
    ['\u00A0🎉 \n', 'tada'],
  ])('recognizes %j as %s', (body, name) => {
    expect(onlyEmoji(body)).toBe(name);
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \n\t '],
    ['a variation selector', '\uFE0F'],
    ['a colon', ':'],
    ['two colons', '::'],
    ['a name without colons', 'tada'],
    ['a name half in colons', ':tada'],
    ['a name with something else for its last colon', ':tada!'],
    ['a name with something else for its first colon', '!tada:'],
    ['an unknown name', ':no_such_emoji:'],
    ['white space inside the colons', ': tada :'],
    ['another case', ':Tada:'],
    ['an emoji inside colons', ':🎉:'],
    ['two names', ':tada: :tada:'],
    ['two names side by side', ':tada::tada:'],
    ['two emoji', '🎉🎉'],
    ['an emoji and a skin tone that does not belong to it', '🎉🏽'],
    ['a name and a word', ':tada: well done'],
    ['an emoji and a word', '🎉 well done'],
    ['a word', 'constructor'],
    ['a digit', '1'],
    ['a heart asked for as text', '❤\uFE0E'],
    ['half a surrogate pair', '\uD83C'],
  ])('returns null for %s', (_, body) => {
    expect(onlyEmoji(body)).toBeNull();
  });

  it('knows every emoji of the data, by a name of its own that leads back to it', () => {
    const names = everyEmoji.map(onlyEmoji);
    expect(everyEmoji.filter((_, i) => names[i] === null)).toEqual([]);
    expect(new Set(names).size).toBe(everyEmoji.length);
    expect(names.filter((name) => onlyEmoji(`:${String(name)}:`) !== name)).toEqual([]);
  });

  it('finds the longest name, and no name too long for the award_emoji table', () => {
    const longest = namesOf('joypixels')
      .flat()
      .reduce((a, b) => (b.length > a.length ? b : a));
    expect(onlyEmoji(`:${longest}:`)).toBe(emojiNamed(longest));
    expect(Math.max(...everyEmoji.map((emoji) => onlyEmoji(emoji)?.length ?? 0))).toBeLessThan(101);
  });

  it.each([
    ['colons', ':'.repeat(1_000_000)],
    ['letters in colons', `:${'a'.repeat(999_998)}:`],
    ['emoji', '🎉'.repeat(500_000)],
    ['variation selectors', '🎉' + '\uFE0F'.repeat(999_998)],
    ['white space', ' '.repeat(1_000_000)],
    // A pattern that backtracks would be at each of these for hours.
  ])('goes once through a million characters of %s', (_, body) => {
    expect(onlyEmoji(body)).toBeNull();
  });

  it('finds one emoji in a million characters of white space', () => {
    expect(onlyEmoji(' '.repeat(999_994) + ':tada:')).toBe('tada');
  });
});
