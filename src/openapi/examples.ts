import type { Answer } from '../http/routing/operation.js';
import type { Schema, SchemaClass } from '../http/schema/schema.js';
import type { MediaExamples, OpenApiExample } from './document-types.js';
import { isList } from './schemas.js';

const COMPONENT = '#/components/schemas/';

/** The examples of one document, put together from those the fields declare. */
export class DocumentExamples {
  readonly examples: Record<string, OpenApiExample> = {};

  constructor(private readonly schemas: Record<string, Schema>) {}

  body(type: SchemaClass): MediaExamples {
    return this.named(type, type.name);
  }

  /** One of each shape an answer may have. */
  answer(answers: Answer): MediaExamples {
    if (typeof answers === 'function') return this.named(answers, answers.name);
    if (isList(answers)) {
      const types = Array.isArray(answers) ? answers : answers.listOf;
      return merged(types.map((type) => this.named(type, `${type.name}List`)));
    }
    if ('anyOf' in answers) return merged(answers.anyOf.map((one) => this.one(one)));
    return this.one(answers.schema);
  }

  private one(shape: SchemaClass | Schema): MediaExamples {
    if (typeof shape === 'function') return this.named(shape, shape.name);
    const value = exampleOf(shape, this.schemas);
    return { [value === null ? 'Nothing' : 'Example']: { value } };
  }

  private named(type: SchemaClass, name: string): MediaExamples {
    const value = exampleOf({ $ref: COMPONENT + type.name }, this.schemas);
    this.examples[name] ??= { value: name === type.name ? value : [value] };
    return { [name]: { $ref: `#/components/examples/${name}` } };
  }
}

const merged = (all: MediaExamples[]): MediaExamples =>
  Object.fromEntries(all.flatMap((some) => Object.entries(some)));

/** What the schema declares as its example, else one of the values it allows. */
export function exampleOf(schema: Schema, schemas: Record<string, Schema>): unknown {
  const { $ref, anyOf, items, properties } = schema;
  const [declared] = schema.examples ?? [];
  if (declared !== undefined) return declared;
  if ($ref !== undefined) return exampleOf(schemas[$ref.slice(COMPONENT.length)] ?? {}, schemas);
  if (anyOf?.[0]) return exampleOf(anyOf[0], schemas);
  if (properties) return exampleOfFields(schema, schemas);
  if (items) return schema.maxItems === 0 ? [] : [exampleOf(items, schemas)];
  return schema.default ?? schema.enum?.[0] ?? exampleOfType(schema);
}

/** What may be left out is there when its example was declared for it, or when it is a thing of its own. */
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
