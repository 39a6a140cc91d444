type Bag = Record<string, unknown>;

const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Forms say `list[][id]=1&list[][name]=a&list[][id]=2&list[][name]=b` for two objects, which qs reads as one
 * with lists in its fields. Where those are equally long the objects are put together again; where they are
 * not, nobody can say what belongs to what.
 */
export function separateGroups(form: Bag): Bag {
  const separated = Object.entries(form).map(([name, value]) => {
    const [group, ...others] = Array.isArray(value) ? (value as unknown[]) : [];
    return [name, isBag(group) && others.length === 0 ? separate(group) : value] as const;
  });
  return Object.assign(Object.create(null) as Bag, Object.fromEntries(separated));
}

function separate(group: Bag): unknown[] {
  const lengths = new Set(lengthsIn(group));
  const [length = 1] = lengths;
  if (lengths.size !== 1 || length === 1) return [group];
  return Array.from({ length }, (_, index) => pick(group, index));
}

function lengthsIn(value: unknown): number[] {
  if (isBag(value)) return Object.values(value).flatMap(lengthsIn);
  return [Array.isArray(value) ? value.length : 1];
}

function pick(value: unknown, index: number): unknown {
  if (Array.isArray(value)) return value[index] as unknown;
  if (!isBag(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, pick(inner, index)]),
  );
}
