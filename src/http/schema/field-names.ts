import type { SchemaClass } from './schema.js';

/** Some fields have a second, historic name for older clients. The setting decides which name responses use. */
export type FieldNaming = 'neutral' | 'historic';

type Names = ReadonlyMap<string, string>;

const HISTORIC = Symbol('historic');

/** Declares the historic name of a field of a view or parameter class. Parameters are accepted under both names. */
export function Historic(name: string): PropertyDecorator {
  return (target, key) => {
    const inherited = Reflect.getMetadata(HISTORIC, target) as Names | undefined;
    Reflect.defineMetadata(HISTORIC, new Map([...(inherited ?? []), [String(key), name]]), target);
  };
}

/** The names that a field has on the wire, the preferred one first. */
export function wireNames(type: SchemaClass, field: string, naming: FieldNaming): string[] {
  const names = Reflect.getMetadata(HISTORIC, type.prototype as object) as Names | undefined;
  const historic = names?.get(field);
  if (historic === undefined) return [field];
  return naming === 'historic' ? [historic, field] : [field, historic];
}

/** The name of a field in the OpenAPI document and in responses. */
export const wireName = (type: SchemaClass, field: string, naming: FieldNaming): string =>
  wireNames(type, field, naming)[0] ?? field;

/** Returns the view with the field names that the client sees. Its type keeps the names of the class. */
export function spelled<View extends object>(
  type: abstract new (...args: never[]) => View,
  view: View,
  naming: FieldNaming,
): View {
  if (naming === 'neutral') return view;
  const fields = Object.entries(view).map(([name, value]: [string, unknown]) => {
    return [wireName(type, name, naming), value];
  });
  return Object.fromEntries(fields) as View;
}
