import { isPlainObject, type PlainObject } from './plain-object.js';

/**
 * A form writes two objects as `list[][id]=1&list[][name]=a&list[][id]=2&list[][name]=b`. qs parses this as one
 * object whose fields are lists. If the lists are equally long, this function restores the objects. Otherwise it is
 * ambiguous which values belong together, and the value stays as it is.
 */
export function separateGroups(form: PlainObject): PlainObject {
  const separated = Object.entries(form).map(([name, value]) => {
    const [group, ...others] = Array.isArray(value) ? (value as unknown[]) : [];
    return [name, isPlainObject(group) && others.length === 0 ? separate(group) : value] as const;
  });
  return Object.assign(Object.create(null) as PlainObject, Object.fromEntries(separated));
}

function separate(group: PlainObject): unknown[] {
  const lengths = new Set(lengthsIn(group));
  const [length = 1] = lengths;
  if (lengths.size !== 1 || length === 1) return [group];
  return Array.from({ length }, (_, index) => pick(group, index));
}

function lengthsIn(value: unknown): number[] {
  if (isPlainObject(value)) return Object.values(value).flatMap(lengthsIn);
  return [Array.isArray(value) ? value.length : 1];
}

function pick(value: unknown, index: number): unknown {
  if (Array.isArray(value)) return value[index] as unknown;
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, pick(inner, index)]),
  );
}
