import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Validator } from '@seriousme/openapi-schema-validator';
import { parse } from 'yaml';
import type { Schema } from '../src/http/schema/schema.js';
import type {
  Content,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiResponse,
  Parameter,
} from '../src/http/openapi/document-types.js';
import { startForge, type Forge } from './support/app.js';

let forge: Forge;
let document: OpenApiDocument;
let operations: (OpenApiOperation & { method: string; path: string })[];

beforeAll(async () => {
  forge = await startForge();
  ({ document } = forge.contract);
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method, path })),
  );
});
afterAll(() => forge.close());

/** Every object of the document that `test` accepts, with the place it stands at. */
function search<T extends object>(test: (part: object) => part is T): [string, T][] {
  const found: [string, T][] = [];
  const visit = (part: unknown, place: string) => {
    if (typeof part !== 'object' || part === null) return;
    if (test(part)) found.push([place, part]);
    for (const [name, inner] of Object.entries(part)) visit(inner, `${place}/${name}`);
  };
  visit(document, '#');
  return found;
}

/** A schema of the document, to be compiled by itself: what it refers to is found in the document. */
const withDocument = (schema: Schema): object =>
  JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === '$ref' ? `document${String(value)}` : value,
    ),
  ) as object;

/** What a place of the document says, or what it refers to. */
function resolve<T extends object>(part: T | { $ref: string }): T {
  if (!('$ref' in part)) return part;
  const steps = part.$ref.split('/').slice(1);
  return steps.reduce<unknown>(
    (inner, step) => (inner as Record<string, unknown> | undefined)?.[step],
    document,
  ) as T;
}

/** The schemas an answer may have, with those they refer to. */
function answered(schema: Schema, seen = new Set<Schema>()): Set<Schema> {
  if (seen.has(schema)) return seen;
  seen.add(schema);
  const { $ref, items, anyOf = [], properties = {} } = schema;
  const target = document.components.schemas[$ref?.split('/').at(-1) ?? ''];
  const inner = [...anyOf, ...Object.values(properties), ...(items ? [items] : [])];
  if (target) inner.push(target);
  inner.forEach((one) => answered(one, seen));
  return seen;
}

describe('the OpenAPI document', () => {
  it('is served with the URL of the service', async () => {
    const served = (await (await fetch(`${forge.api}/openapi.json`)).json()) as OpenApiDocument;
    expect(served.openapi).toBe('3.1.0');
    expect(served.servers).toEqual([{ url: forge.url }]);
  });

  it('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate({ ...structuredClone(document) })).toEqual({
      valid: true,
    });
  });

  it('gives every operation a unique id in camel case', () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(names.filter((name) => !/^[a-z]+([A-Z][a-z0-9]*)+$/.test(name))).toEqual([]);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it('gives every operation a one-line summary and one tag', () => {
    const chapters = document.tags.map(({ name }) => name);
    const bad = operations.filter(
      ({ summary, tags }) =>
        !/^[A-Z][^\n]*[^\n.]$/.test(summary) ||
        tags.length !== 1 ||
        !tags.every((tag) => chapters.includes(tag)),
    );
    expect(bad.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('declares the parameters of every path', () => {
    for (const { path, parameters = [] } of operations) {
      const declared = parameters.flatMap((one) =>
        'in' in one && one.in === 'path' ? [`{${one.name}}`] : [],
      );
      expect([path, declared]).toEqual([path, path.match(/\{\w+\}/g) ?? []]);
    }
  });

  it('describes every parameter and every field without a component', () => {
    const isObject = (part: object): part is { properties: Record<string, Schema> } =>
      'properties' in part && 'type' in part;
    const isParameter = (part: object): part is { name: string } => 'in' in part && 'name' in part;
    const fields = search(isObject).flatMap(([place, { properties }]) =>
      Object.entries(properties).map(([name, field]) => [`${place}/${name}`, field] as const),
    );
    const descriptionKeys = ['description', '$ref', 'items', 'anyOf'];
    const incomplete = [...fields, ...search(isParameter)].filter(
      ([, part]) => !descriptionKeys.some((key) => key in part),
    );
    expect(incomplete.map(([place]) => place)).toEqual([]);
  });

  it('has no dangling references', () => {
    const isReference = (part: object): part is { $ref: string } => '$ref' in part;
    const missing = search(isReference).filter(
      ([, part]) => (resolve(part) as object | undefined) === undefined,
    );
    expect(missing).toEqual([]);
  });

  it('limits the size of every parameter', () => {
    const isBounded = ({ type: types, anyOf, ...schema }: Schema): boolean => {
      if (anyOf) return anyOf.every(isBounded);
      const [type] = [types].flat();
      if (type === 'integer' && !schema.enum)
        return schema.minimum !== undefined && schema.maximum !== undefined;
      if (type === 'array')
        return schema.maxItems !== undefined && isBounded(schema.items as Schema);
      if (type === 'object') return Object.values(schema.properties ?? {}).every(isBounded);
      const isShort = schema.enum ?? schema.maxLength ?? schema.format?.startsWith('date');
      return type === 'boolean' || (type !== undefined && isShort !== undefined);
    };
    const unbounded = operations.flatMap(({ operationId, parameters = [], requestBody }) => {
      const [media] = Object.values(requestBody?.content ?? {});
      const fields = media ? (resolve(media.schema as { $ref: string }) as Schema).properties : {};
      return [
        ...parameters.map((one) => resolve<Parameter>(one)),
        ...Object.entries(fields ?? {}).map(([name, schema]) => ({ name, schema })),
      ].flatMap(({ name, schema }) => (isBounded(schema) ? [] : [`${operationId} ${name}`]));
    });
    expect(unbounded).toEqual([]);
  });

  it('gives every optional boolean and enum of a creation a default', () => {
    const incomplete = Object.entries(document.components.schemas)
      .filter(([name]) => /^Create.*Input$/.test(name))
      .flatMap(([name, { properties = {}, required = [] }]) =>
        Object.entries(properties)
          .filter(([field, { type, enum: values }]) => {
            return !required.includes(field) && (type === 'boolean' || values !== undefined);
          })
          .filter(([, schema]) => schema.default === undefined)
          .map(([field]) => `${name} ${field}`),
      );
    expect(incomplete).toEqual([]);
  });

  it('has a valid example of every body and every response', () => {
    const ajv = new Ajv2020({ allErrors: true, strict: false });
    addFormats.default(ajv);
    ajv.addSchema(document, 'document');
    const wrongIn = (operationId: string, content: Content): string[] =>
      Object.entries(content).flatMap(([type, { schema, examples = {} }]) => {
        const validate = ajv.compile(withDocument(schema));
        const values = Object.values(examples).map((one) => resolve(one));
        if (values.length === 0) return [`${operationId} ${type} has none`];
        const wrong = values.filter(({ value }) => !validate(value));
        return wrong.map(({ value }) => `${operationId} ${type} ${JSON.stringify(value)}`);
      });
    const wrong = operations.flatMap(({ operationId, requestBody, responses }) => [
      ...wrongIn(operationId, requestBody?.content ?? {}),
      ...Object.values(responses).flatMap((one) =>
        wrongIn(operationId, resolve<OpenApiResponse>(one).content),
      ),
    ]);
    expect(wrong).toEqual([]);
  });

  it('has an example of every required text', () => {
    const lacksExample = ({ type, examples, enum: values, default: preset }: Schema) =>
      type === 'string' && (examples ?? values ?? preset) === undefined;
    const fields = Object.entries(document.components.schemas).flatMap(
      ([name, { properties = {}, required = [] }]) =>
        name === 'ErrorResponse'
          ? []
          : required.map((field) => [name, field, properties[field]] as const),
    );
    const incomplete = fields.filter(([, , field]) => lacksExample(field ?? {}));
    expect(incomplete.map(([name, field]) => `${name}.${field}`)).toEqual([]);
  });

  it('has valid examples of parameters', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const hasExamples = (part: object): part is Schema =>
      'examples' in part && Array.isArray(part.examples);
    ajv.addSchema(document, 'document');
    const wrong = search(hasExamples).filter(
      ([, schema]) =>
        !(schema.examples ?? []).every((one) => ajv.validate(withDocument(schema), one)),
    );
    expect(wrong.map(([place]) => place)).toEqual([]);
  });

  it('is served as YAML too', async () => {
    const response = await fetch(`${forge.api}/openapi.yaml`);
    expect(response.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
    const served: unknown = parse(await response.text());
    expect(served).toEqual(await (await fetch(`${forge.api}/openapi.json`)).json());
  });

  it('allows no additional properties in responses', () => {
    const answers = search(
      (part): part is { description: string; content: object } =>
        'description' in part && 'content' in part,
    );
    const schemas = answers.flatMap(([, { content }]) =>
      Object.values(content).flatMap((media: { schema: Schema }) => [...answered(media.schema)]),
    );
    const open = schemas.filter(
      ({ type, additionalProperties }) => type === 'object' && additionalProperties === undefined,
    );
    expect(open).toEqual([]);
  });

  it('requires a token exactly where the service does', async () => {
    for (const { method, path, security, operationId } of operations) {
      const filled = path.replace(/\{\w+\}/g, '1');
      const { status } = await forge.anonymous.send(method.toUpperCase(), forge.url + filled);
      const isAsked = status === 401;
      expect({ operationId, isAsked }).toEqual({ operationId, isAsked: security === undefined });
    }
  });
});
