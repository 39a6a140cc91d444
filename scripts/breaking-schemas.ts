import type { Schema } from '../src/http/schema/schema.js';
import type { OpenApiDocument, Reference } from '../src/http/openapi/document-types.js';

/** A client sends values of a request and receives values of a response. */
type Direction = 'request' | 'response';

/** Limits that a request may not exceed, and those that it has to reach. */
const UPPER = ['maxLength', 'maximum', 'maxItems'] as const;
const LOWER = ['minLength', 'minimum'] as const;
/** Rules whose effect cannot be compared: any change counts. */
const OPAQUE = ['pattern', 'format', 'dependentRequired'] as const;

/** Compares the schemas of two documents, and adds to `problems` what a client of the earlier one could trip over. */
export class SchemaComparison {
  /** Pairs of components that were compared. A component can contain itself. */
  private readonly compared = new Set<string>();

  constructor(
    private readonly before: OpenApiDocument,
    private readonly after: OpenApiDocument,
    private readonly problems: string[],
  ) {}

  compare(was: Schema, is: Schema, place: string, direction: Direction): void {
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
        this.compare(shape, after.anyOf?.[index] ?? shape, place, direction);
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
    this.compareOtherFields(before, after, place, direction);
    if (before.items && after.items)
      this.compare(before.items, after.items, `${place}[]`, direction);
  }

  private compareFields(before: Schema, after: Schema, place: string, direction: Direction) {
    for (const [name, field] of Object.entries(before.properties ?? {})) {
      const now = after.properties?.[name];
      if (now) this.compare(field, now, `${place}.${name}`, direction);
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

  /** Compares `additionalProperties`: the fields that the schema does not name. Without it, all are allowed. */
  private compareOtherFields(was: Schema, is: Schema, place: string, direction: Direction) {
    const { additionalProperties: before = true } = was;
    const { additionalProperties: after = true } = is;
    const [wider, narrower] = direction === 'request' ? [after, before] : [before, after];
    if (typeof before === 'object' && typeof after === 'object')
      this.compare(before, after, `${place}.*`, direction);
    else if (wider === false ? narrower !== false : typeof wider === 'object' && narrower === true)
      this.problems.push(`${place}: other fields are ${verdict(direction)}`);
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
export function resolve<T extends object>(document: OpenApiDocument, part: T | Reference): T {
  if (!('$ref' in part)) return part;
  const steps = part.$ref.split('/').slice(1);
  return steps.reduce<unknown>(
    (inner, step) => (inner as Record<string, unknown>)[step],
    document,
  ) as T;
}
