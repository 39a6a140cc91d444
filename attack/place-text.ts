import type { Attack } from './clients/caller.js';
import type { Operation, OperationParam } from './operations.js';
import type { Schema } from '../src/http/schema/schema.js';
import { pathOf } from './world/paths.js';
import type { World } from './world/world.js';

/** A place in a request where a text can be put. */
export interface Spot {
  operation: Operation;
  param: OperationParam;
  /** Name of the parameter, and of fields and items in it. */
  path: readonly string[];
}

const TEXT = { isRequired: false, schema: { type: 'string' } } as const;
const TOKEN_NAMES = ['private_token', 'access_token'];
/** Where every operation reads a token. The document has them as security schemes. */
const CREDENTIALS: readonly OperationParam[] = [
  ...TOKEN_NAMES.map((name) => ({ in: 'query', name, ...TEXT }) as const),
  ...['private-token', 'authorization'].map((name) => ({ in: 'header', name, ...TEXT }) as const),
];
const BODY_CREDENTIALS: readonly OperationParam[] = TOKEN_NAMES.map(
  (name) => ({ in: 'body', name, ...TEXT }) as const,
);

export const spotsOf = (operations: readonly Operation[]): Spot[] =>
  operations.flatMap((operation) =>
    [...operation.params, ...credentialsOf(operation)].flatMap((param) =>
      leaves(param.schema, [param.name]).map((path) => ({ operation, param, path })),
    ),
  );

function credentialsOf({ isPublic, example }: Operation): readonly OperationParam[] {
  if (isPublic) return [];
  return example ? [...CREDENTIALS, ...BODY_CREDENTIALS] : CREDENTIALS;
}

/** Paths of the values in a schema that are neither objects nor lists. */
function leaves(schema: Schema, path: readonly string[]): (readonly string[])[] {
  if (schema.items) return leaves(schema.items, [...path, '0']);
  if (!schema.properties) return [path];
  return Object.entries(schema.properties).flatMap(([name, of]) => leaves(of, [...path, name]));
}

/** A request that is valid besides the text. */
export function placeText(world: World, { operation, param, path }: Spot, text: string): Attack {
  const { method, example } = operation;
  const encoded = encode(text);
  const name = path[0] ?? '';
  const url = pathOf(operation, world, world.open, param.in === 'path' ? { [name]: encoded } : {});
  const query = param.in === 'query' ? `?${name}=${encoded}` : '';
  const body = param.in === 'body' ? { ...example, [name]: nest(path.slice(1), text) } : example;
  return {
    ...{ method, path: url + query, body },
    headers: param.in === 'header' ? headersOf(name, visible(encoded)) : {},
  };
}

/** An empty PRIVATE-TOKEN replaces that of the caller. With it, the service does not read Authorization. */
const headersOf = (name: string, value: string): Record<string, string> =>
  name === 'authorization' ? { [name]: `Bearer ${value}`, 'private-token': '' } : { [name]: value };

const SAMPLE_BYTES = 600;

/** Bytes that a byte of such a text takes in the request. */
export function expansion({ param }: Spot, make: (bytes: number) => string): number {
  const text = make(SAMPLE_BYTES);
  const sent = param.in === 'body' ? JSON.stringify(text) : encode(text);
  return Buffer.byteLength(sent) / SAMPLE_BYTES;
}

function nest(path: readonly string[], text: string): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return text;
  return name === '0' ? [nest(rest, text)] : { [name]: nest(rest, text) };
}

/** Percent-encodes UTF-8. `encodeURIComponent` throws for a lone surrogate. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** A header takes no other characters, and no more than the limit of all headers. */
const visible = (encoded: string): string => encoded.slice(0, 12_000);
