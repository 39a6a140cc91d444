import { readdirSync, readFileSync } from 'node:fs';
import { PAGE_HEADERS } from '../../src/http/pagination/page-headers.js';
import type { Schema } from '../../src/http/schema/schema.js';
import type { OpenApiResponse } from '../../src/http/openapi/document-types.js';
import { openapi, operations, parametersOf, resolve, resolveSchema } from '../support/document.js';

/** Names that TypeScript knows without an import, in a browser and in Node. */
function globalNames(): Set<string> {
  const folder = new URL('../../node_modules/typescript/lib/', import.meta.url);
  const files = readdirSync(folder).filter((name) => /^lib\.(dom|es).*\.d\.ts$/.test(name));
  const declarations = files.flatMap((name) => [
    ...readFileSync(new URL(name, folder), 'utf8').matchAll(
      /^(?:declare )?(?:var|interface|type|class|function|namespace) (\w+)/gm,
    ),
  ]);
  const declared = declarations.map(([, name = '']) => name);
  return new Set([...declared, ...Object.getOwnPropertyNames(globalThis)]);
}

/** All schemas with `anyOf` below a part of the document. */
function unionsIn(part: unknown): Schema[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = 'anyOf' in part && Array.isArray(part.anyOf) ? [part as Schema] : [];
  return [...own, ...Object.values(part).flatMap(unionsIn)];
}

const fieldsOf = (schema: Schema): string[] => Object.keys(resolveSchema(schema).properties ?? {});

/** What code generators need from the document, besides that it is valid. */
describe('the OpenAPI document for code generators', () => {
  it('names no schema like a global of JavaScript, Node or the DOM', () => {
    const globals = globalNames();
    expect([...globals]).toEqual(expect.arrayContaining(['Error', 'Event', 'Map', 'Buffer']));
    expect(Object.keys(openapi.components.schemas).filter((name) => globals.has(name))).toEqual([]);
  });

  it('ends the name of every request body with Input', () => {
    const bodies = operations.flatMap(({ requestBody }) =>
      Object.values(requestBody?.content ?? {}).map(({ schema }) => schema.$ref ?? 'no name'),
    );
    expect(bodies.filter((name) => !/^#\/components\/schemas\/[A-Z]\w+Input$/.test(name))).toEqual(
      [],
    );
  });

  it('ends no schema with Params or Body, which generators use for names of their own', () => {
    const names = Object.keys(openapi.components.schemas);
    expect(names.filter((name) => /(Params|Body)$/.test(name))).toEqual([]);
  });

  it('declares no parameter twice on an operation, ignoring case and place', () => {
    const repeated = operations.flatMap((operation) => {
      const names = parametersOf(operation).map(({ name }) => name.toLowerCase());
      const twice = names.filter((name, index) => names.indexOf(name) !== index);
      return twice.map((name) => `${operation.operationId} ${name}`);
    });
    expect(repeated).toEqual([]);
  });

  it('lists the shape with the most fields of each union of views first', () => {
    const unions = unionsIn(openapi.paths).map(({ anyOf = [] }) => anyOf);
    const wrong = unions.filter((shapes) =>
      shapes.some((shape, index) => {
        const later = shapes.slice(index + 1).map((other) => new Set(fieldsOf(other)));
        const fields = fieldsOf(shape);
        // A value of the later shape also fits this one, and loses the fields that only the later one has.
        return (
          fields.length > 0 &&
          later.some(
            (other) => fields.every((name) => other.has(name)) && fields.length < other.size,
          )
        );
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('closes every shape of a union of views', () => {
    const shapes = unionsIn(openapi.paths).flatMap(({ anyOf = [] }) => anyOf.map(resolveSchema));
    const open = shapes.filter(
      ({ properties, additionalProperties }) => properties && additionalProperties !== false,
    );
    expect(open).toEqual([]);
  });

  it('declares the page headers of every list', () => {
    const lists = operations.flatMap(({ operationId, responses }) => {
      const success = resolve<OpenApiResponse>(
        responses['200'] ?? { description: '', content: {} },
      );
      const isList = success.content['application/json']?.schema.type === 'array';
      return isList ? [{ operationId, headers: Object.keys(success.headers ?? {}) }] : [];
    });
    expect(lists.length).toBeGreaterThan(20);
    const incomplete = lists.filter(
      ({ headers }) => !PAGE_HEADERS.every((name) => headers.includes(name)),
    );
    expect(incomplete).toEqual([]);
  });

  it('has an example of every parameter', () => {
    const lacking = operations.flatMap((operation) => {
      const [media] = Object.values(operation.requestBody?.content ?? {});
      const fields = Object.entries(resolveSchema(media?.schema ?? {}).properties ?? {});
      const parameters = parametersOf(operation).map(({ name, schema }) => [name, schema] as const);
      return [...parameters, ...fields]
        .filter(([, { examples, enum: values, default: preset }]) => {
          return (examples ?? values ?? preset) === undefined;
        })
        .map(([name]) => `${operation.operationId} ${name}`);
    });
    expect(lacking).toEqual([]);
  });
});
