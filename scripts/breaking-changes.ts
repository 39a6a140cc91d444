import type { Schema } from '../src/http/schema/schema.js';
import type {
  OpenApiDocument,
  OpenApiOperation,
  OpenApiResponse,
  Parameter,
  Reference,
} from '../src/openapi/document-types.js';

/** A client sends values of a request and receives values of a response. */
type Direction = 'request' | 'response';

/** Limits that a request may not exceed, and those that it has to reach. */
const UPPER = ['maxLength', 'maximum', 'maxItems'] as const;
const LOWER = ['minLength', 'minimum'] as const;
/** Rules whose effect cannot be compared: any change counts. */
const OPAQUE = ['pattern', 'format', 'dependentRequired'] as const;

/**
 * Returns what a client of the earlier document could trip over, one line for each change. Additions are compatible:
 * operations, optional parameters, fields of responses and error statuses.
 */
export function breakingChanges(before: OpenApiDocument, after: OpenApiDocument): string[] {
  return new Comparison(before, after).compare();
}

class Comparison {
  private readonly problems: string[] = [];
  /** Pairs of components that were compared. A component can contain itself. */
  private readonly compared = new Set<string>();

  constructor(
    private readonly before: OpenApiDocument,
    private readonly after: OpenApiDocument,
  ) {}

  compare(): string[] {
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
    if (before.security?.length === 0 && after.security?.length !== 0)
      this.problems.push(`${place}: it now needs a token`);
    this.compareParameters(before, after, place);
    this.compareBodies(before, after, place);
    for (const [status, was] of Object.entries(before.responses)) {
      if (!/^2/.test(status)) continue;
      const is = after.responses[status];
      if (!is) this.problems.push(`${place}: the status ${status} is gone`);
      else this.compareResponses(was, is, `${place} ${status}`);
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
      else this.compareSchemas(parameter.schema, now.schema, `${place} ${key}`, 'request');
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
      else this.compareSchemas(schema, now.schema, `${place} body`, 'request');
    }
  }

  private compareResponses(
    before: OpenApiResponse | Reference,
    after: OpenApiResponse | Reference,
    place: string,
  ) {
    const [was, is] = [resolve(this.before, before), resolve(this.after, after)];
    for (const name of Object.keys(was.headers ?? {}))
      if (!is.headers?.[name]) this.problems.push(`${place}: the header ${name} is gone`);
    for (const [type, { schema }] of Object.entries(was.content)) {
      const now = is.content[type];
      if (!now) this.problems.push(`${place}: the content type ${type} is gone`);
      else this.compareSchemas(schema, now.schema, place, 'response');
    }
  }

  private compareSchemas(was: Schema, is: Schema, place: string, direction: Direction): void {
    if (was.$ref !== undefined || is.$ref !== undefined) {
      const key = `${was.$ref ?? place} ${is.$ref ?? place} ${direction}`;
      if (this.compared.has(key)) return;
      this.compared.add(key);
    }
    const before = schemaIn(this.before, was);
    const after = schemaIn(this.after, is);
    const report = (problem: string) => this.problems.push(`${place}: ${problem}`);
    if (before.anyOf || after.anyOf) {
      if (JSON.stringify(before.anyOf) !== JSON.stringify(after.anyOf))
        report('the alternatives have changed');
      for (const [index, shape] of (before.anyOf ?? []).entries())
        this.compareSchemas(shape, after.anyOf?.[index] ?? shape, place, direction);
    }
    // In a response, the service may send less than before; in a request, it may accept more.
    const [wider, narrower] = direction === 'request' ? [after, before] : [before, after];
    const lost = typesOf(narrower).filter((type) => !typesOf(wider).includes(type));
    if (lost.length > 0) report(`the type ${lost.join(', ')} is ${verdict(direction)}`);
    if (wider.enum) {
      const values = narrower.enum?.filter((value) => !wider.enum?.includes(value)) ?? ['others'];
      if (values.length > 0) report(`the value ${values.join(', ')} is ${verdict(direction)}`);
    }
    if (direction === 'request') compareLimits(before, after, report);
    this.compareFields(before, after, place, direction);
    if (before.items && after.items)
      this.compareSchemas(before.items, after.items, `${place}[]`, direction);
  }

  private compareFields(before: Schema, after: Schema, place: string, direction: Direction) {
    for (const [name, field] of Object.entries(before.properties ?? {})) {
      const now = after.properties?.[name];
      if (now) this.compareSchemas(field, now, `${place}.${name}`, direction);
      else this.problems.push(`${place}: the field ${name} is gone`);
    }
    const [asked, given] =
      direction === 'request'
        ? [after.required ?? [], before.required ?? []]
        : [before.required ?? [], after.required ?? []];
    for (const name of asked.filter((one) => !given.includes(one))) {
      const change = direction === 'request' ? 'now required' : 'no longer always there';
      this.problems.push(`${place}: the field ${name} is ${change}`);
    }
  }
}

const verdict = (direction: Direction) => (direction === 'request' ? 'no longer accepted' : 'new');

const typesOf = ({ type = [] }: Schema): readonly string[] =>
  typeof type === 'string' ? [type] : type;

function compareLimits(before: Schema, after: Schema, report: (problem: string) => void): void {
  for (const name of UPPER)
    if ((after[name] ?? Infinity) < (before[name] ?? Infinity)) report(`${name} is now lower`);
  for (const name of LOWER)
    if ((after[name] ?? -Infinity) > (before[name] ?? -Infinity)) report(`${name} is now higher`);
  for (const name of OPAQUE) {
    const isChanged = JSON.stringify(after[name]) !== JSON.stringify(before[name]);
    if (after[name] !== undefined && isChanged) report(`${name} has changed`);
  }
}

const schemaIn = (document: OpenApiDocument, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : resolve<Schema>(document, { $ref: schema.$ref });

/** Returns the part itself, or what it refers to. */
function resolve<T extends object>(document: OpenApiDocument, part: T | Reference): T {
  if (!('$ref' in part)) return part;
  const steps = part.$ref.split('/').slice(1);
  return steps.reduce<unknown>(
    (inner, step) => (inner as Record<string, unknown>)[step],
    document,
  ) as T;
}
