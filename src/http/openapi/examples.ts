import type { Answer, ExampleChanges } from '../routing/operation.js';
import type { Schema, SchemaClass } from '../schema/schema.js';
import type { MediaExamples, OpenApiExample } from './document-types.js';
import { isList } from './schemas.js';
import { LoggableError } from '../../base/log/loggable-error.js';

const SCHEMA_PREFIX = '#/components/schemas/';

/** Collects the examples of one document. They are assembled from the examples that fields declare. */
export class DocumentExamples {
  readonly examples: Record<string, OpenApiExample> = {};

  constructor(private readonly schemas: Record<string, Schema>) {}

  body(type: SchemaClass): MediaExamples {
    return this.named(type, type.name);
  }

  /** Returns one example for each shape of the response, or those that the operation declares. */
  answer(answers: Answer, declared?: Record<string, ExampleChanges>): MediaExamples {
    if (declared)
      return Object.fromEntries(
        Object.entries(declared).map(([name, changes]) => [name, this.changed(answers, changes)]),
      );
    if (typeof answers === 'function') return this.named(answers, answers.name);
    if (isList(answers)) {
      const types = Array.isArray(answers) ? answers : answers.listOf;
      return merge(types.map((type) => this.named(type, `${type.name}List`)));
    }
    if ('anyOf' in answers) return merge(answers.anyOf.map((shape) => this.single(shape)));
    return this.single(answers.schema);
  }

  private changed(answers: Answer, changes: ExampleChanges): OpenApiExample {
    const [type] = isList(answers) && Array.isArray(answers) ? answers : [answers];
    if (typeof type !== 'function')
      throw new LoggableError('Only a view has examples with changes');
    const fields = { ...(this.exampleOfClass(type) as object), ...changes };
    const kept = Object.entries(fields).filter(([, value]) => value !== undefined);
    const value = Object.fromEntries(
      kept.map(([name, field]) => [
        name,
        typeof field === 'function' ? this.exampleOfClass(field as SchemaClass) : field,
      ]),
    );
    return { value: isList(answers) ? [value] : value };
  }

  private exampleOfClass(type: SchemaClass): unknown {
    return exampleOf({ $ref: SCHEMA_PREFIX + type.name }, this.schemas);
  }

  /** The items of a list as JSON, one on each line. */
  lines(answers: Answer): MediaExamples {
    if (!isList(answers)) throw new LoggableError('Only a list is sent as lines');
    const types = Array.isArray(answers) ? answers : answers.listOf;
    const items = types.map((type) => this.exampleOfClass(type));
    return { Lines: { value: items.map((item) => `${JSON.stringify(item)}\n`).join('') } };
  }

  private single(shape: SchemaClass | Schema): MediaExamples {
    if (typeof shape === 'function') return this.named(shape, shape.name);
    const value = exampleOf(shape, this.schemas);
    return { [value === null ? 'Nothing' : 'Example']: { value } };
  }

  private named(type: SchemaClass, name: string): MediaExamples {
    const value = this.exampleOfClass(type);
    this.examples[name] ??= { value: name === type.name ? value : [value] };
    return { [name]: { $ref: `#/components/examples/${name}` } };
  }
}

const merge = (all: MediaExamples[]): MediaExamples =>
  Object.fromEntries(all.flatMap((examples) => Object.entries(examples)));

/** Returns the declared example of the schema, or else a value the schema allows. */
export function exampleOf(schema: Schema, schemas: Record<string, Schema>): unknown {
  const { $ref, anyOf, items, properties } = schema;
  const [declared] = schema.examples ?? [];
  if (declared !== undefined) return declared;
  if ($ref !== undefined)
    return exampleOf(schemas[$ref.slice(SCHEMA_PREFIX.length)] ?? {}, schemas);
  // Before `anyOf`, which is a rule about the fields if there are any.
  if (properties) return exampleOfFields(schema, schemas);
  if (anyOf?.[0]) return exampleOf(anyOf[0], schemas);
  if (items) return schema.maxItems === 0 ? [] : [exampleOf(items, schemas)];
  return schema.default ?? schema.enum?.[0] ?? exampleOfType(schema);
}

/** Includes an optional field only if it declares an example or refers to a component. */
function exampleOfFields(
  { properties = {}, required = [] }: Schema,
  schemas: Record<string, Schema>,
): object {
  const fields = Object.entries(properties).filter(
    ([name, field]) => required.includes(name) || field.examples || field.$ref !== undefined,
  );
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, schemas)]));
}

function exampleOfType({ type, minimum = 1 }: Schema): unknown {
  if ([type].flat().includes('null')) return null;
  if (type === 'boolean') return false;
  return type === 'integer' ? minimum : 'text';
}
