import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from '../../../src/http/schema/schema.js';
import { PASSWORD } from '../../../src/app/testing/creations.js';
import { LAPTOP } from '../../keys/keys.js';
import { ROOT } from '../../support/app.js';
import { lineOf } from '../../support/ssh-line.js';

/** Texts that often break services. */
export const HOSTILE_TEXTS = [
  ...['', ' ', '\t\r\n', '\0', 'a\0b', '\ud800', 'x\udfff\ud800', '\uFEFF', '\u202e\u2066'],
  ...[
    '😀',
    '👩‍👩‍👧',
    'İ',
    'ﬁ',
    'e\u0301'.repeat(50),
    'Ω'.repeat(300),
    '\u{10ffff}',
    '\u0007\u001b[31m',
  ],
  ...['%', '%00', '%ff', '_%', '\\', "'", '"', "' OR 1=1 --", '${7*7}', '<b>', '../../etc/passwd'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'true',
    'undefined',
    'NaN',
    '[object Object]',
  ],
  ...[
    '-1',
    '0',
    '1.5',
    '1e3',
    '1e999',
    '0x10',
    '٣',
    '9007199254740993',
    '9'.repeat(30),
    '+1',
    ' 1 ',
  ],
  ...['a'.repeat(256), 'ä'.repeat(4_000), '\n'.repeat(2_000), '😀'.repeat(1_500)],
];

const HOSTILE_NUMBERS = [
  ...[-1, 0, 1.5, -0.5, 1e308, 5e-324, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63, -(2 ** 63)],
];

const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown =>
  Array.from({ length: depth }).reduce<unknown>(wrap, 'deep');

const NESTED = [
  nested(500, (inner) => [inner]),
  nested(500, (inner) => ({ a: inner })),
  Array.from({ length: 1_500 }, (_, index) => index),
];

export const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

const hostileValue: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...HOSTILE_NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], {}) },
  fc.constantFrom<unknown>(...NESTED),
  fc.jsonValue({ maxDepth: 3 }),
  hostileText.map((text) => [text, text]),
  hostileText.map((text) => ({ [text]: text, id: 1 })),
);

const DATE_TIMES = [
  ...['2016-01-31T12:00:00.000Z', '2016-01-31', '2016-01-31 12:00', '2016-02-30T00:00:00Z'],
  ...['0000-01-01T00:00:00Z', '0001-01-01', '1969-12-31T23:59:59Z', '1970-01-01T00:00:00+14:00'],
  ...['9999-12-31T23:59:59Z', '2016-01-31T24:00:00Z', '2016-01-31T12:00:60Z', '+010000-01-01'],
];

const anySsh = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((key) => lineOf('ssh-ed25519', key));
const word = (maxLength: number) =>
  fc.string({
    unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'),
    minLength: 1,
    maxLength,
  });

/** Rules that the schema does not express: these values pass the checks of the named parameters. */
const BY_NAME: Record<string, Arbitrary<unknown>> = {
  key: fc.oneof(
    anySsh,
    anySsh.map((key) => `${key} ada@laptop`),
    fc.constant(LAPTOP.key),
  ),
  fingerprint: fc.constantFrom(LAPTOP.sha256, LAPTOP.md5),
  username: word(12),
  path: word(12),
  login: fc.constantFrom('root', 'owner', 'nobody'),
  password: fc.constantFrom(ROOT.password, PASSWORD, 'wrong password'),
  // Only existing ones, so that some requests find a user.
  assignee_id: fc.nat({ max: 5 }),
  user_id: fc.nat({ max: 5 }),
  name: fc.oneof(word(20), fc.constantFrom('thumbsup', '+1', 'tada', 'heart', 'coffee')),
  body: fc.oneof(word(20), fc.constantFrom(':tada:', ':+1:', '👍', ':heart:', ' :coffee: ')),
  ip: fc.oneof(fc.ipV4(), fc.ipV6()),
  cursor: fc.constantFrom('MTcwMDAwMDAwMDAwMC4x', 'LTEuMQ', 'MS4x', '', 'x'),
};

/** Values that the document allows. */
export const validValue = (name: string, schema: Schema): Arbitrary<unknown> => {
  if (BY_NAME[name]) return BY_NAME[name];
  if (schema.enum) return fc.constantFrom<unknown>(...schema.enum);
  if (schema.format === 'email') return word(12).map((local) => `${local}@example.com`);
  if (schema.format === 'date-time') return fc.constantFrom(...DATE_TIMES);
  switch ([schema.type].flat()[0]) {
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 50, 1_000) });
    case 'boolean':
      return fc.constantFrom<unknown>(true, false, 'true', 'false', 1, 0, 'on', 'NO');
    case 'array':
      return fc.array(validItem(schema.items ?? {}), { maxLength: 3 });
    default:
      return fc.string({ unit: 'grapheme', minLength: schema.minLength ?? 0, maxLength: 30 });
  }
};

function validItem({ properties = {}, ...item }: Schema): Arbitrary<unknown> {
  if (item.type !== 'object') return validValue('', item);
  return fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, validValue(name, schema)]),
    ),
    { requiredKeys: [] },
  );
}

/** Allowed and invalid values. */
export const valueOf = (name: string, schema: Schema): Arbitrary<unknown> =>
  fc.oneof(
    { weight: 6, arbitrary: validValue(name, schema) },
    { weight: 2, arbitrary: hostileValue },
  );

/** Unknown names, and names with a special meaning in JavaScript. */
export const unknownFields: Arbitrary<Record<string, unknown>> = fc.dictionary(
  fc.oneof(
    fc.constantFrom('__proto__', 'constructor', 'hasOwnProperty', 'id', 'private_token', 'sudo'),
    fc.constantFrom('', 'a[b]', 'a[]', 'page', 'per_page', '$where', 'title', 'body', 'email'),
    hostileText,
  ),
  hostileValue,
  { maxKeys: 2, noNullPrototype: true },
);
