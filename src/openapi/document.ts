import type { Spelling } from '../http/schema/field-names.js';
import { chapterOf, tagsOf } from './chapters.js';
import {
  METHODS,
  type OpenApiDocument,
  type OpenApiOperation,
  type PathItem,
} from './document-types.js';
import { DocumentExamples } from './examples.js';
import { sharedHeaders } from './headers.js';
import { operationId } from './names.js';
import { packageVersion } from './package-version.js';
import { bodyOf, parametersOf, sharedParameters } from './parameters.js';
import { errorResponses, errorSchema, responsesOf } from './responses.js';
import type { RouteDescription } from './routes.js';
import { DocumentSchemas, isList } from './schemas.js';

const description =
  'Notes on issues, snippets and merge requests; users with their keys, emails and contribution ' +
  'events; and what these stand on. Every answer is JSON where nothing else is said.';

/** Any one of them is enough. */
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
    description: 'The same token, in the query or in the body. It wins over the headers.',
  },
};

/** The OpenAPI document of these routes. The same routes give the same text, in whatever order they come. */
export function buildDocument(
  routes: readonly RouteDescription[],
  settings: { publicUrl?: string; spelling?: Spelling } = {},
): OpenApiDocument {
  const schemas = new DocumentSchemas(settings.spelling);
  const examples = new DocumentExamples(schemas.schemas);
  const paths: Record<string, PathItem> = {};
  const ids = new Map<string, string>();
  const chapters = new Set<string>();
  for (const route of inOrder(routes)) {
    const operation = describe(route, { schemas, examples, ids });
    (paths[templateOf(route.path)] ??= {})[route.method] = operation;
    operation.tags.forEach((tag) => chapters.add(tag));
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Forgenote',
      version: packageVersion(),
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: settings.publicUrl ?? '/' }],
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    tags: tagsOf(chapters),
    paths,
    components: {
      schemas: sortByName({ ...schemas.schemas, Error: errorSchema }),
      responses: errorResponses,
      parameters: sharedParameters,
      headers: sharedHeaders,
      examples: sortByName(examples.examples),
      securitySchemes,
    },
  };
}

/** `{` sorts behind every letter: where two templates fit a path, the one that names it comes first. */
function inOrder(routes: readonly RouteDescription[]): RouteDescription[] {
  const key = ({ path, method }: RouteDescription) =>
    `${templateOf(path)} ${METHODS.indexOf(method)}`;
  return routes
    .filter(({ operation }) => !operation.hidden)
    .sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/** What all operations of a document have in common. */
interface Parts {
  schemas: DocumentSchemas;
  examples: DocumentExamples;
  /** The path of each operation by its name. */
  ids: Map<string, string>;
}

const FOR_ADMINISTRATORS = 'For administrators only.';

function describe(route: RouteDescription, { schemas, examples, ids }: Parts): OpenApiOperation {
  const { summary, description, access, answers } = route.operation;
  const parameters = parametersOf(route);
  const requestBody = bodyOf(route, schemas, examples);
  const said = [description, ...(access === 'admin' ? [FOR_ADMINISTRATORS] : [])];
  const text = said.filter((part) => part !== undefined).join(' ');
  return {
    operationId: claim(
      ids,
      route.operation.operationId ?? operationId(route, isList(answers)),
      route,
    ),
    tags: [chapterOf(route.path)],
    summary,
    ...(text === '' ? {} : { description: text }),
    ...(access === 'public' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: responsesOf(route, schemas, examples),
  };
}

/** What can be asked for with a second method too is told apart by it: `blockUserWithPost`. */
function claim(ids: Map<string, string>, id: string, { path, method }: RouteDescription): string {
  const isSecond = ids.get(id) === path;
  const name = isSecond ? `${id}With${method.charAt(0).toUpperCase()}${method.slice(1)}` : id;
  if (ids.has(name)) throw new Error(`Two operations would be called ${name}: name one of them`);
  ids.set(name, path);
  return name;
}

function sortByName<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
