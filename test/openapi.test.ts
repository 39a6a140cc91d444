import { Validator } from '@seriousme/openapi-schema-validator';
import type { Schema } from '../src/http/schema.js';
import type { OpenApiDocument, OpenApiOperation } from '../src/openapi/document-types.js';
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
  it('is served by the service with its own address', async () => {
    const served = (await (await fetch(`${forge.api}/openapi.json`)).json()) as OpenApiDocument;
    expect(served.openapi).toBe('3.1.0');
    expect(served.servers).toEqual([{ url: forge.url }]);
  });

  it('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate({ ...structuredClone(document) })).toEqual({
      valid: true,
    });
  });

  it('names every operation once, as a method could be called', () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(names.filter((name) => !/^[a-z]+([A-Z][a-z0-9]*)+$/.test(name))).toEqual([]);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it('says of every operation in one line what it does, and in which chapter it stands', () => {
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

  it('describes every parameter and every field that no component describes', () => {
    const isObject = (part: object): part is { properties: Record<string, Schema> } =>
      'properties' in part && 'type' in part;
    const isParameter = (part: object): part is { name: string } => 'in' in part && 'name' in part;
    const fields = search(isObject).flatMap(([place, { properties }]) =>
      Object.entries(properties).map(([name, field]) => [`${place}/${name}`, field] as const),
    );
    const said = ['description', '$ref', 'items', 'anyOf'];
    const bare = [...fields, ...search(isParameter)].filter(
      ([, part]) => !said.some((key) => key in part),
    );
    expect(bare.map(([place]) => place)).toEqual([]);
  });

  it('refers only to what is there', () => {
    const isReference = (part: object): part is { $ref: string } => '$ref' in part;
    const missing = search(isReference).filter(([, { $ref }]) => {
      const steps = $ref.split('/').slice(1);
      const target = steps.reduce<unknown>(
        (part, step) => (part as Record<string, unknown> | undefined)?.[step],
        document,
      );
      return target === undefined;
    });
    expect(missing).toEqual([]);
  });

  it('closes every object of an answer', () => {
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

  it('asks for a token exactly where the service does', async () => {
    for (const { method, path, security, operationId } of operations) {
      const filled = path.replace(/\{\w+\}/g, '1');
      const { status } = await forge.anonymous.send(method.toUpperCase(), forge.url + filled);
      const isAsked = status === 401;
      expect({ operationId, isAsked }).toEqual({ operationId, isAsked: security === undefined });
    }
  });
});
