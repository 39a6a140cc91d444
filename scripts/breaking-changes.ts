import { isDeepStrictEqual } from 'node:util';
import type {
  Header,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiResponse,
  Parameter,
  Reference,
  Tag,
} from '../src/http/openapi/document-types.js';
import { resolve, SchemaComparison } from './breaking-schemas.js';

/**
 * Returns what a client of the earlier document could trip over, one line for each change. Additions are compatible:
 * operations, optional parameters, fields of responses and error statuses. (No maintained npm package compares documents
 * of OpenAPI 3.1: openapi-diff and api-smart-diff read 3.0, and openapi-changes downloads a program.)
 */
export function breakingChanges(before: OpenApiDocument, after: OpenApiDocument): string[] {
  return new Comparison(before, after).compare();
}

class Comparison {
  private readonly problems: string[] = [];
  private readonly schemas: SchemaComparison;

  constructor(
    private readonly before: OpenApiDocument,
    private readonly after: OpenApiDocument,
  ) {
    this.schemas = new SchemaComparison(before, after, this.problems);
  }

  compare(): string[] {
    this.compareTags(this.before, this.after);
    this.compareSecuritySchemes();
    for (const [path, item] of Object.entries(this.before.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        const place = `${method.toUpperCase()} ${path}`;
        const now = this.after.paths[path]?.[method as keyof typeof item];
        if (now) this.compareOperations(operation, now, place);
        else this.problems.push(`${place}: the operation is gone`);
      }
    }
    return this.problems;
  }

  private compareOperations(before: OpenApiOperation, after: OpenApiOperation, place: string) {
    if (before.operationId !== after.operationId)
      this.problems.push(`${place}: ${before.operationId} is now named ${after.operationId}`);
    this.compareTags(before, after, `${place}: `);
    this.compareSecurity(before, after, place);
    this.compareParameters(before, after, place);
    this.compareBodies(before, after, place);
    for (const [status, was] of Object.entries(before.responses)) {
      const is = after.responses[status];
      if (!is) this.problems.push(`${place}: the status ${status} is gone`);
      else this.compareResponses(was, is, `${place} ${status}`);
    }
  }

  /** Generators make a class or a file of each tag. */
  private compareTags(before: Tagged, after: Tagged, place = '') {
    const now = after.tags.map(nameOf);
    for (const name of before.tags.map(nameOf))
      if (!now.includes(name)) this.problems.push(`${place}the tag ${name} is gone`);
  }

  private compareSecuritySchemes() {
    const now = this.after.components.securitySchemes;
    for (const [name, scheme] of Object.entries(this.before.components.securitySchemes)) {
      const [was, is] = [scheme, now[name]].map(withoutDescription);
      if (!is) this.problems.push(`the security scheme ${name} is gone`);
      else if (!isDeepStrictEqual(was, is))
        this.problems.push(`the security scheme ${name} has changed`);
    }
  }

  /** Each way in which a client can authenticate has to remain, or to need less. */
  private compareSecurity(before: OpenApiOperation, after: OpenApiOperation, place: string) {
    const now = waysOf(after, this.after);
    for (const way of waysOf(before, this.before)) {
      if (now.some((one) => one.every((name) => way.includes(name)))) continue;
      const change =
        way.length === 0 ? 'now needs a token' : `no longer accepts ${way.join(' with ')}`;
      this.problems.push(`${place}: it ${change}`);
    }
  }

  private compareParameters(before: OpenApiOperation, after: OpenApiOperation, place: string) {
    const keyed = (document: OpenApiDocument, { parameters = [] }: OpenApiOperation) =>
      new Map(
        parameters
          .map((one) => resolve<Parameter>(document, one))
          .map((one) => [`${one.in} ${one.name}`, one] as const),
      );
    const [was, is] = [keyed(this.before, before), keyed(this.after, after)];
    for (const [key, parameter] of was) {
      const now = is.get(key);
      if (!now) this.problems.push(`${place}: the parameter ${key} is gone`);
      else this.schemas.compare(parameter.schema, now.schema, `${place} ${key}`, 'request');
    }
    for (const [key, { required = false }] of is) {
      if (required && was.get(key)?.required !== true)
        this.problems.push(`${place}: the parameter ${key} is now required`);
    }
  }

  private compareBodies(before: OpenApiOperation, after: OpenApiOperation, place: string) {
    if (after.requestBody?.required && !before.requestBody?.required)
      this.problems.push(`${place}: the body is now required`);
    for (const [type, { schema }] of Object.entries(before.requestBody?.content ?? {})) {
      const now = after.requestBody?.content[type];
      if (!now) this.problems.push(`${place}: the body type ${type} is gone`);
      else this.schemas.compare(schema, now.schema, `${place} body`, 'request');
    }
  }

  private compareResponses(
    before: OpenApiResponse | Reference,
    after: OpenApiResponse | Reference,
    place: string,
  ) {
    const [was, is] = [resolve(this.before, before), resolve(this.after, after)];
    for (const [name, header] of Object.entries(was.headers ?? {})) {
      const now = is.headers?.[name];
      if (now) this.compareHeaders(header, now, `${place} ${name}`);
      else this.problems.push(`${place}: the header ${name} is gone`);
    }
    for (const [type, { schema }] of Object.entries(was.content)) {
      const now = is.content[type];
      if (!now) this.problems.push(`${place}: the content type ${type} is gone`);
      else this.schemas.compare(schema, now.schema, place, 'response');
    }
  }

  private compareHeaders(before: Header | Reference, after: Header | Reference, place: string) {
    const [was, is] = [resolve(this.before, before), resolve(this.after, after)];
    if (was.required && !is.required)
      this.problems.push(`${place}: the header is no longer always there`);
    this.schemas.compare(was.schema, is.schema, place, 'response');
  }
}

interface Tagged {
  tags: readonly (string | Tag)[];
}

const nameOf = (tag: string | Tag): string => (typeof tag === 'string' ? tag : tag.name);

const withoutDescription = (scheme: object | undefined): object | undefined =>
  scheme && { ...scheme, description: undefined };

/** The names of the security schemes that one request needs together, for each alternative. */
function waysOf({ security }: OpenApiOperation, document: OpenApiDocument): string[][] {
  const ways = (security ?? document.security).map((way) => Object.keys(way));
  return ways.length > 0 ? ways : [[]];
}
