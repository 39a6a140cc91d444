import type { Answer } from '../routing/operation.js';
import { Components, rulesOf, type Schema, type SchemaClass } from '../schema/schema.js';
import { LoggableError } from '../../base/log/loggable-error.js';

/** Collects the schema components of one document: views of responses and parameters of requests. */
export class DocumentSchemas extends Components {
  private readonly classes = new Map<string, SchemaClass>();

  override refer(type: SchemaClass): Schema {
    this.reserveName(type);
    return super.refer(type);
  }

  /** Allows additional properties, because the service ignores unknown parameters. */
  referBody(type: SchemaClass): Schema {
    this.reserveName(type);
    const { properties, required = [] } = this.define(type);
    const { oneRequired, ...rules } = rulesOf(type);
    // Each shape is complete: some generators write parsers from the shapes alone.
    const shapes = oneRequired?.map((name) => {
      return { type: 'object', properties, required: [...required, name] };
    });
    this.schemas[type.name] = {
      ...{ type: 'object', properties, required, ...rules },
      ...(shapes ? { anyOf: shapes } : {}),
    };
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

  /** @throws Error if another class has the name, because components are named after their class */
  private reserveName(type: SchemaClass): void {
    const known = this.classes.get(type.name) ?? type;
    if (known !== type)
      throw new LoggableError(`Two classes are named ${type.name}: rename one of them`);
    this.classes.set(type.name, type);
  }
}

type ListAnswer = Extract<Answer, readonly unknown[] | { listOf: unknown }>;

export function isList(answers: Answer): answers is ListAnswer {
  return Array.isArray(answers) || 'listOf' in answers;
}
