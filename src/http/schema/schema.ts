import { wireName, type FieldNaming } from './field-names.js';

/** The subset of JSON Schema 2020-12 (as in OpenAPI 3.1) that describes views and parameters. */
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
  dependentRequired?: Record<string, readonly string[]>;
  $ref?: string;
}

/** A class whose fields have `@Field`. */
export type SchemaClass = abstract new (...args: never[]) => object;
/** A class, a nullable class or a list of a class. Functions, because the class may be declared later. */
type ClassShape =
  (() => SchemaClass) | { orNull: () => SchemaClass } | readonly [() => SchemaClass];
export type FieldShape = Schema | ClassShape;

interface FieldOptions {
  required?: boolean;
  /** Of a parameter that is a text with commas: it may also be a list of texts without commas. */
  isCommaList?: boolean;
  /** Example value, if the example of the referenced class does not fit. */
  example?: unknown;
}

interface FieldRecord extends FieldOptions {
  shape: FieldShape;
  required: boolean;
}

const FIELDS = Symbol('fields');
type Fields = Map<string, FieldRecord>;

/** Declares a field of a view or parameter class. The OpenAPI document is built from it, and tests check it. */
export function Field(shape: FieldShape, options: FieldOptions = {}): PropertyDecorator {
  return (target, key) => {
    const fields = (Reflect.getOwnMetadata(FIELDS, target) ?? new Map()) as Fields;
    fields.set(String(key), { ...options, shape, required: options.required ?? true });
    Reflect.defineMetadata(FIELDS, fields, target);
  };
}

/** Rules about several fields. The service checks them itself. */
interface FieldRules {
  dependentRequired?: Schema['dependentRequired'];
  /** At least one of these fields is required. */
  oneRequired?: readonly string[];
}
const RULES = Symbol('rules');

/** Documents rules about several fields of a body. Subclasses inherit them. */
export function DocumentRules(rules: FieldRules): ClassDecorator {
  return (type) => {
    Reflect.defineMetadata(RULES, rules, type);
  };
}

export const rulesOf = (type: SchemaClass): FieldRules =>
  (Reflect.getMetadata(RULES, type) ?? {}) as FieldRules;

const collected = new WeakMap<SchemaClass, Fields>();

/** The declared fields of a class, inherited ones first. Collected once, because that takes 3 µs. */
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

/** Collects the schemas of all classes that an OpenAPI document refers to. */
export class Components {
  readonly schemas: Record<string, Schema> = {};

  constructor(private readonly naming: FieldNaming = 'neutral') {}

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

  /** `additionalProperties: false`: a view has no undeclared fields. */
  define(type: SchemaClass): Schema {
    const fields = [...fieldsOf(type)].map(([name, field]) => {
      return [wireName(type, name, this.naming), field] as const;
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
/** A field that is always null. */
export const nothing = (description: string): Schema => ({ type: 'null', description });
