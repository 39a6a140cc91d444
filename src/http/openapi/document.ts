import type { Access } from '../routing/operation.js';
import type { FieldNaming } from '../schema/field-names.js';
import {
  METHODS,
  type OpenApiDocument,
  type OpenApiOperation,
  type PathItem,
} from './document-types.js';
import { DocumentExamples } from './examples.js';
import { sharedHeaders } from './headers.js';
import { operationId } from './names.js';
import { packageVersion } from '../../base/config/package-files.js';
import { bodyOf, parametersOf, sharedParameters } from './parameters.js';
import { DocumentErrors, errorSchema, responsesOf } from './responses.js';
import type { RouteDescription } from './routes.js';
import { DocumentSchemas, isList } from './schemas.js';
import { describeTags, tagOf } from './tags.js';
import { LoggableError } from '../../base/log/loggable-error.js';

const description =
  'To get a token, send `POST /api/v3/session` with `login` and `password`; the response has the `private_token`. ' +
  'Send it in the header `PRIVATE-TOKEN` (here: Authorize). Notes on issues, snippets and merge requests; users with their keys, emails and contribution ' +
  'events; projects. Responses are JSON unless the operation says otherwise. Texts in requests have no NUL character and ' +
  'no unpaired surrogates, and lengths count code points.';

/** A request needs one of these. */
const securitySchemes = {
  privateToken: {
    type: 'apiKey',
    in: 'header',
    name: 'PRIVATE-TOKEN',
    description: 'The private token of a user.',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same token.' },
  privateTokenParameter: {
    type: 'apiKey',
    in: 'query',
    name: 'private_token',
    description:
      'The same token, in the query or in the body. It takes precedence over the headers.',
  },
  accessTokenParameter: {
    type: 'apiKey',
    in: 'query',
    name: 'access_token',
    description: 'Another name of the same parameter. `private_token` takes precedence.',
  },
};

/** Builds the OpenAPI document. The result does not depend on the order of the routes. */
export function buildDocument(
  routes: readonly RouteDescription[],
  settings: { publicUrl?: string; naming?: FieldNaming } = {},
): OpenApiDocument {
  const schemas = new DocumentSchemas(settings.naming);
  const examples = new DocumentExamples(schemas.schemas);
  const errors = new DocumentErrors();
  const paths: Record<string, PathItem> = {};
  const ids = new Map<string, string>();
  const tagNames = new Set<string>();
  for (const route of visibleInOrder(routes)) {
    const operation = describe(route, { schemas, examples, errors, ids });
    (paths[templateOf(route.path)] ??= {})[route.method] = operation;
    operation.tags.forEach((tag) => tagNames.add(tag));
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Forgenote',
      version: packageVersion(),
      description,
      contact: { name: 'Forgenote' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: settings.publicUrl ?? '/' }],
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    tags: describeTags(tagNames),
    paths,
    components: {
      schemas: sortByName({ ...schemas.schemas, ErrorResponse: errorSchema }),
      responses: sortByName(errors.responses),
      parameters: sharedParameters,
      headers: sharedHeaders,
      examples: sortByName(examples.examples),
      securitySchemes,
    },
  };
}

/** Sorts by template. `{` sorts after letters, so `/projects/all` comes before `/projects/{id}`. */
function visibleInOrder(routes: readonly RouteDescription[]): RouteDescription[] {
  const key = ({ path, method }: RouteDescription) =>
    `${templateOf(path)} ${METHODS.indexOf(method)}`;
  return routes
    .filter(({ operation }) => !operation.hidden)
    .sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/** State shared by all operations of one document. */
interface DocumentState {
  schemas: DocumentSchemas;
  examples: DocumentExamples;
  errors: DocumentErrors;
  /** Operation ids used so far, with the path of each. */
  ids: Map<string, string>;
}

/** Who may call, at the end of each description. */
const CALLERS: Record<Access, string> = {
  public: 'Needs no token.',
  user: 'For all users with a token.',
  admin: 'For administrators only.',
};

function describe(
  route: RouteDescription,
  { schemas, examples, errors, ids }: DocumentState,
): OpenApiOperation {
  const { summary, description, access, answers } = route.operation;
  const parameters = parametersOf(route);
  const requestBody = bodyOf(route, schemas, examples);
  return {
    operationId: reserveId(
      ids,
      route.operation.operationId ?? operationId(route, isList(answers)),
      route,
    ),
    tags: [tagOf(route.path)],
    summary,
    description: description === undefined ? CALLERS[access] : `${description} ${CALLERS[access]}`,
    ...(access === 'public' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: responsesOf(route, schemas, examples, errors),
  };
}

/**
 * Appends the method if the same path already uses the id: `blockUserWithPost`.
 *
 * @throws Error if another path uses the id
 */
function reserveId(
  ids: Map<string, string>,
  id: string,
  { path, method }: RouteDescription,
): string {
  const isSecond = ids.get(id) === path;
  const name = isSecond ? `${id}With${method.charAt(0).toUpperCase()}${method.slice(1)}` : id;
  if (ids.has(name))
    throw new LoggableError(
      `Two operations are named ${name}: give one an operationId in @Operation`,
    );
  ids.set(name, path);
  return name;
}

function sortByName<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
