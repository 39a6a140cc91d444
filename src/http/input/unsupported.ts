import { fieldsOf, type SchemaClass } from '../schema/schema.js';

const UNSUPPORTED = Symbol('unsupported');

/**
 * Declares filters and orders that clients of the historic interface know and this list does not support. A request
 * with one of them fails: without it, the client would take the whole list for the filtered one.
 */
export function Unsupported(...names: string[]): ClassDecorator {
  return (type) => {
    const inherited = (Reflect.getMetadata(UNSUPPORTED, type) ?? []) as string[];
    Reflect.defineMetadata(UNSUPPORTED, [...inherited, ...names], type);
  };
}

/** The unsupported parameters of a class. A subclass may support what its base does not. */
export function unsupportedNames(type: SchemaClass): string[] {
  const declared = (Reflect.getMetadata(UNSUPPORTED, type) ?? []) as string[];
  return declared.filter((name) => !fieldsOf(type).has(name));
}
