import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from '../../../src/http/schema/schema.js';
import {
  openapi,
  operations,
  parametersOf,
  resolveSchema,
  type DocumentedOperation,
} from '../../support/document.js';
import {
  encode,
  percentEncode,
  toPairs,
  toQuery,
  type BodyKind,
  type Fields,
  type WireBody,
} from './bodies.js';
import type { FuzzedOperation } from './operations.js';
import type { FuzzRequest } from './requests.js';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(openapi, 'document');

const timesBetween = (min: string, max: string): Arbitrary<Date> =>
  fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true });
/** The schema allows all of these. The service refuses times before 1970 and in the future, as the descriptions say. */
const time = fc.oneof(
  { weight: 8, arbitrary: timesBetween('1970-01-01', '2026-01-01') },
  timesBetween('1900-01-01', '1969-12-31'),
  timesBetween('2100-01-01', '9999-12-31'),
);

/** Lookaheads, which fast-check cannot generate from. The filter below checks the whole pattern. */
const LOOKAHEAD = /\(\?!.*?\$\)/;
/** `\S`, or the same within one line: for these, ordinary texts match much more often. */
const isLoose = (pattern: string) => pattern.includes('\\S');

function textOf(schema: Schema): Arbitrary<unknown> {
  const { format, pattern, minLength = 0, maxLength = 40 } = schema;
  if (format === 'email') return fc.emailAddress();
  if (format === 'ipv4') return fc.ipV4();
  if (format === 'ipv6') return fc.ipV6();
  if (format === 'date-time') return time.map((date) => date.toISOString());
  if (format === 'date') return time.map((date) => date.toISOString().slice(0, 10));
  if (pattern !== undefined && !isLoose(pattern))
    return fc.stringMatching(new RegExp(pattern.replace(LOOKAHEAD, '')));
  const text = fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, 40)),
  });
  return fc.oneof(
    { weight: 9, arbitrary: text },
    fc.constant('x'.repeat(Math.min(maxLength, 10_000))),
  );
}

/** Any value that the schema allows, except for rules about several fields. */
function fitting(schema: Schema): Arbitrary<unknown> {
  const { anyOf, enum: values, items = {}, maxItems = 3, properties = {}, required = [] } = schema;
  if (values) return fc.constantFrom<unknown>(...values);
  if (anyOf && !schema.properties) return fc.oneof(...anyOf.map(fitting));
  const [type, ...others] = [schema.type].flat();
  if (others.length > 0)
    return fc.oneof(...[type, ...others].map((one) => fitting({ ...schema, type: one })));
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum, max: schema.maximum });
    case 'array':
      return fc.array(fitting(items), { maxLength: Math.min(maxItems, 3) });
    case 'object': {
      const fields = Object.entries(properties).map(([name, field]) => [name, fitting(field)]);
      const record = Object.fromEntries(fields) as Record<string, Arbitrary<unknown>>;
      return fc.record(record, {
        requiredKeys: Object.keys(record).filter((name) => required.includes(name)),
        noNullPrototype: true,
      });
    }
    default:
      return textOf(schema);
  }
}

/** Values that the schema allows. Texts have no NUL: the description of the document excludes it. */
function valid(schema: Schema, validate: ValidateFunction): Arbitrary<unknown> {
  return fitting(schema).filter(
    (value) => validate(value) && !JSON.stringify(value).includes('\\u0000'),
  );
}

/** A form has no null. It has lists as JSON, as their descriptions say: `list[][field]` is ambiguous if items lack fields. */
const toForm = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, Array.isArray(value) ? JSON.stringify(value) : value]),
  );

/** The fields in one of the types that the body can have. */
const bodyOf = (fields: Arbitrary<Fields>): Arbitrary<WireBody> =>
  fc
    .tuple(fields, fc.constantFrom<BodyKind[]>('json', 'form', 'multipart'))
    .map(([given, kind]) => encode(kind === 'json' ? given : toForm(given), kind));

const bodySchemaOf = ({ requestBody }: DocumentedOperation): Schema | undefined =>
  requestBody?.content['application/json']?.schema;

function queryOf(operation: DocumentedOperation): Arbitrary<string> {
  const parameters = parametersOf(operation).filter((one) => one.in === 'query');
  const schema: Schema = {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema: own }) => [name, own])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
  return valid(schema, ajv.compile(schema)).map((fields) => toQuery(toPairs(fields as Fields)));
}

const rarely = <T>(value: Arbitrary<T>): Arbitrary<T | null> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, value);

/** Null stands for an existing resource. */
const idsOf = (operation: DocumentedOperation): Arbitrary<(string | null)[]> =>
  fc.tuple(
    ...parametersOf(operation)
      .filter((one) => one.in === 'path')
      .map(({ schema }) => rarely(valid(schema, ajv.compile(schema)).map(toSegment))),
  );

const toSegment = (value: unknown): string => percentEncode(String(value));

/** A header has only visible characters, with spaces between them. */
const sudo: Arbitrary<FuzzRequest['sudo']> = rarely(
  fc.stringMatching(/^[!-~]([ -~]{0,253}[!-~])?$/),
).map((value) => (value === null ? null : { in: 'header', value }));

/** Short enough for a number at its end, which makes it unique. */
const idempotencyKey = rarely(fc.stringMatching(/^[!-~]{1,240}$/));

/** A request that fits the document in all its parts, most often for existing resources. */
export function fittingRequest(operation: DocumentedOperation): Arbitrary<FuzzRequest> {
  const body = bodySchemaOf(operation);
  const validate = body && ajv.compile({ $ref: `document${body.$ref ?? ''}` });
  const takes = (header: string) => parametersOf(operation).some(({ name }) => name === header);
  return fc.record({
    method: fc.constant(operation.method.toUpperCase()),
    ids: idsOf(operation),
    slash: fc.constant(false),
    query: queryOf(operation),
    caller: fc.record({
      who: fc.constantFrom<FuzzRequest['caller']['who'][]>('root', 'user'),
      form: fc.constantFrom<FuzzRequest['caller']['form'][]>('header', 'bearer'),
    }),
    sudo: takes('Sudo') ? sudo : fc.constant(null),
    headers: takes('Idempotency-Key')
      ? idempotencyKey.map((key) => (key === null ? {} : { 'idempotency-key': key }))
      : fc.constant({}),
    body:
      body && validate
        ? bodyOf(valid(resolveSchema(body), validate) as Arbitrary<Fields>)
        : fc.constant(null),
  });
}

/** The operations with what `FuzzWorld` needs to know of them. */
export const fittingOperations = (): (DocumentedOperation & FuzzedOperation)[] =>
  operations.map((operation) => ({
    ...operation,
    name: operation.operationId,
    method: operation.method.toUpperCase(),
    template: operation.path,
    query: {},
    body: {},
    required: [],
  }));
