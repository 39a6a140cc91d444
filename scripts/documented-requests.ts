import type {
  OpenApiDocument,
  OpenApiExample,
  OpenApiOperation,
  Parameter,
  Reference,
} from '../src/http/openapi/document-types.js';

/** Parameters of all lists. */
const PAGING = ['page', 'per_page', 'pagination', 'cursor'];

/** A request with the examples of its operation. */
export interface DocumentedRequest {
  method: string;
  /** Below the prefix, with the names of its parameters: `/users/{id}`. */
  path: string;
  forAdministrators: boolean;
  /** Creates something with each request. */
  creates: boolean;
  isList: boolean;
  body: Record<string, unknown>;
  /** The values of each parameter of the query, without those of pages. */
  query: Record<string, string[]>;
}

/** A request of each operation of the API. Those of parents come before those of their children. */
export function documentedRequests(document: OpenApiDocument): DocumentedRequest[] {
  const resolve = <T extends object>(part: T | Reference): T =>
    '$ref' in part
      ? (part.$ref
          .split('/')
          .slice(1)
          .reduce<unknown>(
            (inner, step) => (inner as Record<string, unknown>)[step],
            document,
          ) as T)
      : part;
  const request = (method: string, path: string, operation: OpenApiOperation) => {
    const { description = '', requestBody } = operation;
    const parameters = (operation.parameters ?? []).map((one) => resolve<Parameter>(one));
    const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {});
    const query = parameters.filter(({ in: place }) => place === 'query');
    return {
      ...{ method, path: path.slice('/api/v3'.length) },
      forAdministrators: description.endsWith('For administrators only.'),
      creates: parameters.some(({ name }) => name === 'Idempotency-Key'),
      isList: query.some(({ name }) => name === 'page'),
      body: (example ? resolve<OpenApiExample>(example).value : {}) as Record<string, unknown>,
      query: Object.fromEntries(
        query
          .filter(({ name }) => !PAGING.includes(name))
          .map(({ name, schema }) => [name, (schema.examples ?? schema.enum ?? []).map(String)]),
      ),
    };
  };
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/v3/'))
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => request(method, path, operation)),
    )
    .sort((a, b) => a.path.split('/').length - b.path.split('/').length);
}
