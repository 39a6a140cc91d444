import { Components, fieldsOf, type Schema } from '../schema/schema.js';
import type {
  Content,
  MediaType,
  OpenApiOperation,
  Parameter,
  Reference,
} from './document-types.js';
import { exampleOf, type DocumentExamples } from './examples.js';
import { isParameter, singular, segmentsOf } from './names.js';
import type { RouteDescription } from './routes.js';
import type { DocumentSchemas } from './schemas.js';

const JSON_TYPE = 'application/json';
/** All body formats have the same fields. */
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Only the header is declared: with a parameter of the same name, generators write a function with it twice. */
const sudo: Parameter = {
  name: 'Sudo',
  in: 'header',
  description:
    'Id or username of the user to act as. Only administrators can use it. The request then has ' +
    'the rights of that user. The service also accepts it as the parameter `sudo` in the query or in the body, ' +
    'which takes precedence over the header.',
  schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['ada'] },
};

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A random text of the client. If a request with the same key and parameters was successful within 24 hours, the ' +
    'service creates nothing and returns the response to that request again.',
  schema: {
    type: 'string',
    pattern: '^[!-~]+$',
    minLength: 1,
    maxLength: 255,
    examples: ['8e03978e-40d5-43dd-bc93-6894a57f9324'],
  },
};

/** All parameters that several operations share, by name. */
export const sharedParameters = {
  Sudo: sudo,
  IdempotencyKey: idempotencyKey,
};
const refer = (...names: (keyof typeof sharedParameters)[]): Reference[] =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }));

export function parametersOf(route: RouteDescription): (Parameter | Reference)[] {
  const inQuery = takesBody(route) ? [] : queryParameters(route);
  const { access, creates = false } = route.operation;
  return [
    ...pathParameters(route.path),
    ...inQuery,
    ...(access === 'public' ? [] : refer('Sudo')),
    ...(creates ? refer('IdempotencyKey') : []),
  ];
}

export function bodyOf(
  route: RouteDescription,
  schemas: DocumentSchemas,
  documentExamples: DocumentExamples,
): OpenApiOperation['requestBody'] {
  if (!route.params || !takesBody(route)) return undefined;
  const schema = schemas.referBody(route.params);
  const examples = documentExamples.body(route.params);
  const fields = fieldsOf(route.params);
  const form = { schema, examples, ...encodingOf(fields) };
  const content: Content = {
    [JSON_TYPE]: { schema, examples },
    ...Object.fromEntries(FORM_TYPES.map((type) => [type, form])),
  };
  const required = [...fields.values()].some((field) => field.required);
  return { required, content };
}

/** A form has no lists of objects: their field holds JSON. */
function encodingOf(fields: ReturnType<typeof fieldsOf>): Pick<MediaType, 'encoding'> {
  const lists = [...fields].filter(([, { shape }]) => 'type' in shape && shape.type === 'array');
  if (lists.length === 0) return {};
  return {
    encoding: Object.fromEntries(lists.map(([name]) => [name, { contentType: JSON_TYPE }])),
  };
}

const takesBody = ({ method }: RouteDescription): boolean => method === 'post' || method === 'put';

function pathParameters(path: string): Parameter[] {
  const segments = segmentsOf(path);
  return segments.filter(isParameter).map((segment) => {
    const name = segment.slice(1);
    const resource = singular(segments[segments.indexOf(segment) - 1] ?? '').replaceAll('_', ' ');
    return { name, in: 'path', required: true, ...describePathParameter(name, resource) };
  });
}

/** Path parameters that are not ids. */
const NAMED_PARAMETERS: Record<string, { description: string; schema: Schema }> = {
  username: {
    description: 'Username.',
    schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['ada'] },
  },
  provider: {
    description: 'The external account provider, such as LDAP.',
    schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['ldapmain'] },
  },
  file: {
    description: 'Identifier of the user, followed by `.svg`.',
    schema: { type: 'string', pattern: '^\\d{1,16}\\.svg$', maxLength: 20, examples: ['1.svg'] },
  },
};

/**
 * The users of the examples: `ada`, and `grace` as a member. User 1 is the first administrator. Primary addresses have
 * ids too, so the first other address is the fourth.
 */
const EXAMPLES: Record<string, number> = { user: 2, member: 3, email: 4 };

/** They have a number within their project too. */
const NUMBERED = ['issue', 'merge request'];

function describePathParameter(
  name: string,
  resource: string,
): { description: string; schema: Schema } {
  const known = NAMED_PARAMETERS[name];
  if (known) return known;
  const id: Schema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
  const description = `Identifier of the ${resource}`;
  if (resource !== 'project')
    return {
      description: NUMBERED.includes(resource)
        ? `${description}: its \`id\`, not the number in the URL of its page, which is its \`iid\`.`
        : `${description}.`,
      schema: { ...id, examples: [EXAMPLES[resource] ?? 1] },
    };
  const path: Schema = { type: 'string', pattern: '^[^/]+/[^/]+$', maxLength: 511 };
  return {
    description: `${description}, or its \`owner/path\`. Clients encode it: in the URL, the slash is \`%2F\`.`,
    schema: { anyOf: [id, path], examples: [1, 'ada/analytical-engine'] },
  };
}

function queryParameters({ params }: RouteDescription): Parameter[] {
  if (!params) return [];
  const { properties = {}, required = [] } = new Components().define(params);
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(description === undefined ? {} : { description }),
    ...(required.includes(name) ? { required: true } : {}),
    schema: withExample(schema),
  }));
}

/** A default and the values of an enum are examples already. */
function withExample(schema: Schema): Schema {
  const hasExample = schema.examples ?? schema.enum ?? schema.default;
  return hasExample === undefined ? { ...schema, examples: [exampleOf(schema, {})] } : schema;
}
