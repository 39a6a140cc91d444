import { wireName, type Spelling } from './field-names.js';

/** The part of JSON Schema (2020-12, as OpenAPI 3.1 uses it) that views and parameters are written in. */
export interface Schema {
  type?: string | readonly string[];
  description?: string;
  format?: string;
  enum?: readonly (string | number | null)[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  default?: unknown;
  examples?: readonly unknown[];
  items?: Schema;
  maxItems?: number;
  anyOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: readonly string[];
  $ref?: string;
}

/** A class whose fields carry `@Field`. */
export type SchemaClass = abstract new (...args: never[]) => object;
/** A class, one or null, or a list of them; a class may be named before it exists. */
type ClassShape =
  (() => SchemaClass) | { orNull: () => SchemaClass } | readonly [() => SchemaClass];
export type FieldShape = Schema | ClassShape;

interface FieldOptions {
  required?: boolean;
  /** What the field of a class holds in the example, where that is not the example of the class. */
  example?: unknown;
}

interface FieldRecord extends FieldOptions {
  shape: FieldShape;
  required: boolean;
}

const FIELDS = Symbol('fields');
type Fields = Map<string, FieldRecord>;

/** Declares a field of a view or of parameters: what the document says and what the tests check. */
export function Field(shape: FieldShape, options: FieldOptions = {}): PropertyDecorator {
  return (target, key) => {
    const fields = (Reflect.getOwnMetadata(FIELDS, target) ?? new Map()) as Fields;
    fields.set(String(key), { ...options, shape, required: options.required ?? true });
    Reflect.defineMetadata(FIELDS, fields, target);
  };
}

const collected = new WeakMap<SchemaClass, Fields>();

/** The declared fields of a class, those it inherits first. */
export function fieldsOf(type: SchemaClass): Fields {
  let fields = collected.get(type);
  if (!fields) collected.set(type, (fields = collectFields(type)));
  return fields;
}

function collectFields(type: SchemaClass): Fields {
  const chain: Fields[] = [];
  for (
    let proto = type.prototype as object | null;
    proto;
    proto = Object.getPrototypeOf(proto) as object | null
  ) {
    const own = Reflect.getOwnMetadata(FIELDS, proto) as Fields | undefined;
    if (own) chain.unshift(own);
  }
  return new Map(chain.flatMap((fields) => [...fields]));
}

/** Collects the classes a document refers to while it is written. */
export class Components {
  readonly schemas: Record<string, Schema> = {};

  constructor(private readonly spelling: Spelling = 'neutral') {}

  refer(type: SchemaClass): Schema {
    if (!(type.name in this.schemas)) {
      this.schemas[type.name] = {};
      this.schemas[type.name] = this.define(type);
    }
    return { $ref: `#/components/schemas/${type.name}` };
  }

  of(shape: FieldShape): Schema {
    if (typeof shape === 'function') return this.refer(shape());
    if (Array.isArray(shape)) {
      const [item] = shape as readonly [() => SchemaClass];
      return { type: 'array', items: this.refer(item()) };
    }
    if ('orNull' in shape) return { anyOf: [this.refer(shape.orNull()), { type: 'null' }] };
    return shape as Schema;
  }

  private field({ shape, example }: FieldRecord): Schema {
    return { ...this.of(shape), ...(example === undefined ? {} : { examples: [example] }) };
  }

  /** A closed object: a field that is not declared is not there. */
  define(type: SchemaClass): Schema {
    const fields = [...fieldsOf(type)].map(([name, field]) => {
      return [wireName(type, name, this.spelling), field] as const;
    });
    return {
      type: 'object',
      properties: Object.fromEntries(fields.map(([name, field]) => [name, this.field(field)])),
      required: fields.filter(([, { required }]) => required).map(([name]) => name),
      additionalProperties: false,
    };
  }
}

export const integer = (description: string, more: Schema = {}): Schema => ({
  type: 'integer',
  description,
  ...more,
});
export const string = (description: string, more: Schema = {}): Schema => ({
  type: 'string',
  description,
  ...more,
});
export const boolean = (description: string, more: Schema = {}): Schema => ({
  type: 'boolean',
  description,
  ...more,
});
export const url = (description: string, more: Schema = {}): Schema =>
  string(description, { format: 'uri', ...more });
/** ISO 8601, UTC, milliseconds, `Z`. */
export const timestamp = (description: string): Schema =>
  string(description, { format: 'date-time', examples: ['2026-01-31T12:00:00.000Z'] });
export const orNull = (schema: Schema): Schema => ({
  ...schema,
  type: [schema.type as string, 'null'],
  ...(schema.enum ? { enum: [...schema.enum, null] } : {}),
});
/** Null in every answer. */
export const nothing = (description: string): Schema => ({ type: 'null', description });
