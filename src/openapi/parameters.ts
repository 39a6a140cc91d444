import { Components, fieldsOf, type Schema } from '../http/schema/schema.js';
import type { Content, OpenApiOperation, Parameter, Reference } from './document-types.js';
import type { DocumentExamples } from './examples.js';
import { isParameter, singular, stepsOf } from './names.js';
import type { RouteDescription } from './routes.js';
import type { DocumentSchemas } from './schemas.js';

/** Every form of body takes the same fields. */
const BODY_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
] as const;

const sudo = (place: 'query' | 'header'): Parameter => ({
  name: place === 'header' ? 'Sudo' : 'sudo',
  in: place,
  description:
    'The id or the username of the user an administrator acts as. From then on the rights of that ' +
    'user decide.',
  schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['ada'] },
});

/** The parameters many operations share. */
export const sharedParameters: Record<string, Parameter> = {
  SudoHeader: sudo('header'),
  SudoQuery: sudo('query'),
};
const references: Reference[] = Object.keys(sharedParameters).map((name) => ({
  $ref: `#/components/parameters/${name}`,
}));

export function parametersOf(route: RouteDescription): (Parameter | Reference)[] {
  const inQuery = takesBody(route) ? [] : queryParameters(route);
  const shared = route.operation.access === 'public' ? [] : references;
  return [...pathParameters(route.path), ...inQuery, ...shared];
}

export function bodyOf(
  route: RouteDescription,
  schemas: DocumentSchemas,
  documentExamples: DocumentExamples,
): OpenApiOperation['requestBody'] {
  if (!route.params || !takesBody(route)) return undefined;
  const schema = schemas.referBody(route.params);
  const examples = documentExamples.body(route.params);
  const content: Content = Object.fromEntries(
    BODY_TYPES.map((type) => [type, { schema, examples }]),
  );
  const required = [...fieldsOf(route.params).values()].some((field) => field.required);
  return { required, content };
}

const takesBody = ({ method }: RouteDescription): boolean => method === 'post' || method === 'put';

function pathParameters(path: string): Parameter[] {
  const steps = stepsOf(path);
  return steps.filter(isParameter).map((step) => {
    const name = step.slice(1);
    const thing = singular(steps[steps.indexOf(step) - 1] ?? '').replaceAll('_', ' ');
    return { name, in: 'path', required: true, ...describePathParameter(name, thing) };
  });
}

/** Those that are no ids, by name. */
const NAMES: Record<string, { description: string; schema: Schema }> = {
  username: {
    description: 'Login name of the user.',
    schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['ada'] },
  },
  file: {
    description: 'Identifier of the user, with `.svg`.',
    schema: { type: 'string', pattern: '^\\d{1,16}\\.svg$', maxLength: 20, examples: ['1.svg'] },
  },
};

function describePathParameter(
  name: string,
  thing: string,
): { description: string; schema: Schema } {
  const known = NAMES[name];
  if (known) return known;
  const id: Schema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
  const description = `Identifier of the ${thing}`;
  if (thing !== 'project')
    return { description: `${description}.`, schema: { ...id, examples: [1] } };
  const path: Schema = { type: 'string', pattern: '^[^/]+/[^/]+$', maxLength: 511 };
  return {
    description: `${description}, or its URL-encoded \`namespace%2Fpath\`.`,
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
    schema,
  }));
}
