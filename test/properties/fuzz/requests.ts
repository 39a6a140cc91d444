import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from '../../../src/http/schema/schema.js';
import { bodyOf, percentEncode, toPairs, toQuery, type WireBody } from './bodies.js';
import type { FuzzedOperation } from './operations.js';
import { HOSTILE_TEXTS, hostileText, validValue, unknownFields, valueOf } from './values.js';

export const CALLERS = ['root', 'user', 'victim', 'garbage', 'nobody'] as const;
export type Caller = (typeof CALLERS)[number];

/** A request whose ids of existing resources are filled in when it is sent. */
export interface FuzzRequest {
  method: string;
  /** The encoded value of each path parameter; null stands for an existing resource. */
  ids: (string | null)[];
  slash: boolean;
  query: string;
  caller: { who: Caller; form: 'header' | 'bearer' | 'query' };
  sudo: { in: 'header' | 'query'; value: string } | null;
  headers: Record<string, string>;
  body: WireBody | null;
}

const oddId = fc.oneof(
  fc.constantFrom('1', '2', '0', '999999', '-1', '1.0', '1e1', '01', '9'.repeat(20), '2147483648'),
  fc.constantFrom(
    '9007199254740991',
    '9007199254740992',
    '18446744073709551616',
    '9'.repeat(3_000),
  ),
  fc.constantFrom(
    '%2F',
    '..%2F..',
    'root%2F',
    '%2Froot',
    'owner%2Fproject-5',
    'a%2Fb%2Fc',
    '%2e%2e',
  ),
  fc.constantFrom('%00', '1%00', '%', '%zz', '%ff', '%c0%af', '%ed%a0%80', ';', 'a;b', '*', ':id'),
  fc.constantFrom(
    'null',
    'all',
    'visible',
    'root',
    'a'.repeat(300),
    '1.svg',
    '1.keys',
    '%F0%9F%98%80',
  ),
  // Clients resolve `.` and `..`, which would change the path.
  hostileText.map(percentEncode).filter((text) => !/^\.{0,2}$/.test(text)),
);

const idsOf = ({ template }: FuzzedOperation): Arbitrary<(string | null)[]> => {
  const count = template.split('{').length - 1;
  const exact = { minLength: count, maxLength: count };
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(Array.from({ length: count }, () => null)) },
    fc.array(fc.option(oddId, { freq: 2 }), exact),
  );
};

/** Most required parameters and some optional ones, with valid or invalid values. */
function fieldsOf(
  schemas: Record<string, Schema>,
  required: readonly string[],
): Arbitrary<Record<string, unknown>> {
  const recordOf = (value: typeof valueOf) => {
    const fields = Object.entries(schemas).map(([name, schema]) => {
      const freq = required.includes(name) ? 20 : 2;
      return [name, fc.option(value(name, schema), { nil: undefined, freq })] as const;
    });
    return fc.record(Object.fromEntries(fields), { noNullPrototype: true });
  };
  const mixed = recordOf(valueOf);
  return fc.oneof(
    { weight: 2, arbitrary: recordOf(validValue) },
    { weight: 2, arbitrary: mixed },
    fc.tuple(mixed, unknownFields).map(([known, more]) => ({ ...known, ...more })),
  );
}

const ODD_QUERIES = [
  ...[
    '&',
    '=',
    '%',
    '%zz=1',
    'a=%ff',
    '?',
    'page',
    'page=',
    'page[]=1',
    'page[a]=1',
    'page=1&page=2',
  ],
  ...[
    'per_page=0',
    'per_page=-1&page=99999999999999999999',
    'page=1e3',
    'sudo',
    'sudo=',
    'sudo[]=1',
  ],
  ...[
    'private_token',
    'private_token=',
    'private_token[]=a',
    'private_token=%00',
    '__proto__[a]=1',
  ],
  ...[
    'pagination=keyset',
    'pagination=keyset&cursor=x',
    'page=2500&per_page=20',
    'page=501&per_page=100',
  ],
];

const queryOf = ({ query, body, required }: FuzzedOperation): Arbitrary<string> =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fieldsOf({ ...query, ...(Object.keys(query).length > 0 ? {} : body) }, required)
        .map((fields) => toQuery(toPairs(fields)))
        // Longer values are all refused in the same way.
        .map((text) => text.slice(0, 6_000)),
    },
    { weight: 5, arbitrary: fc.constant('') },
    fc.constantFrom(...ODD_QUERIES),
  );

const SUDO = ['1', '2', '3', 'root', 'OWNER', '0', '', ' ', '-1', 'nobody', '9'.repeat(40), '%00'];
const isHeader = (text: string) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text) && text.length < 2_000;

const sudo: Arbitrary<FuzzRequest['sudo']> = fc.oneof(
  { weight: 8, arbitrary: fc.constant(null) },
  fc.record({ in: fc.constant('header' as const), value: fc.constantFrom(...SUDO) }),
  fc.record({
    in: fc.constant('query' as const),
    value: fc.constantFrom(...SUDO, ...HOSTILE_TEXTS.filter((text) => text.length < 1_000)),
  }),
);

const ODD_HEADERS: Record<string, string>[] = [
  { accept: 'text/html' },
  { 'accept-encoding': 'br', 'if-none-match': '*', range: 'bytes=0-1' },
  { origin: 'http://elsewhere.example' },
  { 'content-encoding': 'gzip' },
  { 'transfer-encoding': 'chunked' },
  { 'x-http-method-override': 'DELETE', 'x-forwarded-for': '\xff, 1', forwarded: 'for=x' },
  { expect: 'something' },
  { authorization: 'Basic cm9vdDp4' },
  { cookie: 'a=b; __proto__=1' },
];

/** Any request of this operation. Most are invalid in some place. */
export const requestOf = (operation: FuzzedOperation): Arbitrary<FuzzRequest> =>
  fc.record({
    method:
      operation.method === 'GET'
        ? fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD')
        : fc.constant(operation.method),
    ids: idsOf(operation),
    slash: fc.constantFrom(false, false, false, true),
    query: queryOf(operation),
    caller: fc.record({
      who: fc.constantFrom<Caller[]>('root', 'root', 'root', 'user', 'user', 'user', ...CALLERS),
      form: fc.constantFrom('header', 'header', 'bearer', 'query'),
    }),
    sudo,
    headers: fc.oneof(
      { weight: 6, arbitrary: fc.constant({}) },
      fc.constantFrom(...ODD_HEADERS),
      hostileText.filter(isHeader).map((text) => ({ 'x-odd': text })),
    ),
    body: ['GET', 'DELETE'].includes(operation.method)
      ? fc.oneof(
          { weight: 3, arbitrary: fc.constant(null) },
          bodyOf(fieldsOf(operation.query, operation.required)),
        )
      : bodyOf(fieldsOf(operation.body, operation.required)),
  });
