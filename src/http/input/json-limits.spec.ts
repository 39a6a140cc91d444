import { checkJsonLimits } from './json-limits.js';

const TOO_DEEP = '400 Bad Request - the JSON has more than 64 levels';
const TOO_MANY = '400 Bad Request - the JSON has more than 10000 values';

const nested = (levels: number) => '[{"a":'.repeat(levels / 2) + '1' + '}]'.repeat(levels / 2);
const list = (count: number) => JSON.stringify(Array(count).fill('x'));
const keys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i])));
const lists = (count: number) => `[${Array(count).fill('[ ]').join()}]`;

describe('checkJsonLimits', () => {
  it.each(['', '{}', '[]', '"x"', 'null', ' { } ', nested(64), list(10_000), keys(10_000)])(
    'accepts %.20s',
    (text) => {
      expect(() => {
        checkJsonLimits(text);
      }).not.toThrow();
    },
  );

  it('counts empty lists once', () => {
    expect(() => {
      checkJsonLimits(lists(10_000));
    }).not.toThrow();
    expect(() => {
      checkJsonLimits(lists(10_001));
    }).toThrow(TOO_MANY);
  });

  it.each([nested(66), '['.repeat(65), '{"a":'.repeat(65), `{"x":"[","y":${'['.repeat(64)}`])(
    'rejects more than 64 levels: %.20s',
    (text) => {
      expect(() => {
        checkJsonLimits(text);
      }).toThrow(TOO_DEEP);
    },
  );

  it.each([list(10_001), keys(10_001), `{"a":${list(9_000)},"b":${list(1_000)}}`])(
    'rejects more than 10,000 values: %.20s',
    (text) => {
      expect(() => {
        checkJsonLimits(text);
      }).toThrow(TOO_MANY);
    },
  );

  it.each([
    JSON.stringify({ body: '[{,'.repeat(100_000) }),
    JSON.stringify({ body: '"[{,\\'.repeat(100_000) }),
    JSON.stringify({ body: '\\', other: '[,'.repeat(100_000) }),
    `{"body":"${'[,\\"'.repeat(100_000)}`,
  ])('ignores brackets and commas in strings: %.20s', (text) => {
    expect(() => {
      checkJsonLimits(text);
    }).not.toThrow();
  });
});
