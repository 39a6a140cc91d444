import type { Answer } from '../http/routing/operation.js';
import { Components, type Schema, type SchemaClass } from '../http/schema/schema.js';

/** The components of one document: views as they are answered, parameters as they are sent. */
export class DocumentSchemas extends Components {
  private readonly classes = new Map<string, SchemaClass>();

  override refer(type: SchemaClass): Schema {
    this.claim(type);
    return super.refer(type);
  }

  /** An open object: parameters that are not declared are ignored. */
  referBody(type: SchemaClass): Schema {
    this.claim(type);
    const { properties, required } = this.define(type);
    this.schemas[type.name] = { type: 'object', properties, required };
    return { $ref: `#/components/schemas/${type.name}` };
  }

  answer(answers: Answer): Schema {
    if (typeof answers === 'function') return this.refer(answers);
    if (isList(answers)) {
      const types = Array.isArray(answers) ? answers : answers.listOf;
      return { type: 'array', items: this.oneOf(types) };
    }
    return 'anyOf' in answers ? this.oneOf(answers.anyOf) : answers.schema;
  }

  private oneOf(shapes: readonly (SchemaClass | Schema)[]): Schema {
    const schemas = shapes.map((shape) =>
      typeof shape === 'function' ? this.refer(shape) : shape,
    );
    const [first, ...others] = schemas;
    return first && others.length === 0 ? first : { anyOf: schemas };
  }

  /** A component is known by the name of its class alone. */
  private claim(type: SchemaClass): void {
    const known = this.classes.get(type.name) ?? type;
    if (known !== type) throw new Error(`Two classes of the document are called ${type.name}`);
    this.classes.set(type.name, type);
  }
}

type ListAnswer = Extract<Answer, readonly unknown[] | { listOf: unknown }>;

export function isList(answers: Answer): answers is ListAnswer {
  return Array.isArray(answers) || 'listOf' in answers;
}
