import fc, { type Arbitrary } from 'fast-check';

/** A body as it is sent. */
export interface WireBody {
  type: string | null;
  /** One character a byte, so that a failure can be read. */
  bytes: string;
}

export type Fields = Record<string, unknown>;
const BOUNDARY = 'fuzz';

/** Flattens structures into form fields: `list[]=1`, `object[name]=x`. */
export function toPairs(fields: Fields): [name: string, text: string][] {
  return Object.entries(fields).flatMap(([name, value]) => pairsOf(name, value, 4));
}

function pairsOf(name: string, value: unknown, depth: number): [string, string][] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null || depth === 0) {
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
  }
  return Object.entries(value).flatMap(([step, inner]) =>
    pairsOf(`${name}[${Array.isArray(value) ? '' : step}]`, inner, depth - 1),
  );
}

/** `encodeURIComponent` throws for a lone surrogate. */
export const percentEncode = (text: string): string =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) => String.fromCharCode(byte))
    .map((byte) => (/[\w.~-]/.test(byte) ? byte : `%${toHex(byte)}`))
    .join('');

const toHex = (byte: string) => byte.charCodeAt(0).toString(16).padStart(2, '0');
const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

export const toQuery = (pairs: [string, string][]): string =>
  pairs.map(([name, text]) => `${percentEncode(name)}=${percentEncode(text)}`).join('&');

const multipart = (pairs: [string, string][]): string =>
  [
    ...pairs.map(([name, text]) => {
      const head = `Content-Disposition: form-data; name="${name.replace(/["\r\n]/g, '_')}"`;
      return `--${BOUNDARY}\r\n${head}\r\n\r\n${text}\r\n`;
    }),
    `--${BOUNDARY}--\r\n`,
  ].join('');

const TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: `multipart/form-data; boundary=${BOUNDARY}`,
};

export type BodyKind = keyof typeof TYPES;

/** The fields as a body of this type. */
export const encode = (fields: Fields, kind: BodyKind): WireBody => {
  const text = {
    json: () => JSON.stringify(fields),
    form: () => toQuery(toPairs(fields)),
    multipart: () => multipart(toPairs(fields)),
  }[kind]();
  return { type: TYPES[kind], bytes: latin1(text) };
};

const ODD_TYPES = [
  ...Object.values(TYPES),
  ...['application/json; charset=utf-16', 'application/vnd.api+json', 'APPLICATION/JSON;'],
  ...['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/mixed; boundary=fuzz'],
  ...['text/plain', 'text/xml', 'image/png', '*/*', ';', 'x', 'application/octet-stream'],
];

const PART = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="body"`;
const ODD_BYTES = [
  ...[
    '',
    ' ',
    'null',
    'true',
    '7',
    '"text"',
    '[]',
    '[{}]',
    '{',
    '{"a":',
    '{"a":1}}',
    '\xef\xbb\xbf{}',
  ],
  ...['{"body":"a","body":"b"}', '{"body":1e400}', '{"body":-0}', '{"__proto__":{"admin":true}}'],
  ...[
    '{"body":"\\ud800"}',
    '{"body":"\xff\xfe"}',
    '{"body":"\xed\xa0\x80"}',
    '{"title":"\\u0000"}',
  ],
  ...[
    '['.repeat(5_000),
    '{"a":'.repeat(5_000),
    `{"body":${'['.repeat(3_000)}${']'.repeat(3_000)}}`,
  ],
  ...[
    '&',
    '=',
    '=x',
    '%',
    '%zz=%',
    'a=%ff',
    'body=%00',
    '[]=1',
    'a[b]=1&a=2&a[]=3',
    'body[]=1&body=2',
  ],
  ...[
    '__proto__[admin]=1',
    'constructor[prototype][x]=1',
    `a${'[b]'.repeat(200)}=1`,
    'body&body=1',
  ],
  ...['a=1&'.repeat(1_500), 'a[]=1&'.repeat(1_200), `a[99999999]=1`],
  ...[
    `${PART}\r\n\r\nx`,
    `--${BOUNDARY}`,
    `--${BOUNDARY}--`,
    `${PART}; filename="f"\r\n\r\nx\r\n--fuzz--`,
  ],
  ...[`${PART}\r\nContent-Transfer-Encoding: base64\r\n\r\n!\r\n--fuzz--`, '\r\n\r\n', '\0\0\0'],
];

const oddBody: Arbitrary<WireBody> = fc.record({
  type: fc.option(fc.constantFrom(...ODD_TYPES), { freq: 8 }),
  bytes: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ODD_BYTES) },
    fc
      .uint8Array({ maxLength: 60 })
      .map((bytes) => bytes.reduce((text, byte) => text + String.fromCharCode(byte), '')),
  ),
});

const kinds = fc.constantFrom<BodyKind[]>('json', 'json', 'form', 'multipart');

/** These fields in a format that clients use, or another body, or none. */
export const bodyOf = (fields: Arbitrary<Fields>): Arbitrary<WireBody | null> =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.tuple(fields, kinds).map(([given, kind]) => encode(given, kind)),
    },
    { weight: 2, arbitrary: oddBody },
    fc.constant(null),
  );
