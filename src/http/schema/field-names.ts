import type { SchemaClass } from './schema.js';

/** Some fields have a second name, by which older clients know them. The setting says which one is answered. */
export type Spelling = 'neutral' | 'historic';

type Names = ReadonlyMap<string, string>;

const HISTORIC = Symbol('historic');

/** The historic name of a field of a view or of parameters. Parameters are taken by both. */
export function Historic(name: string): PropertyDecorator {
  return (target, key) => {
    const inherited = Reflect.getMetadata(HISTORIC, target) as Names | undefined;
    Reflect.defineMetadata(HISTORIC, new Map([...(inherited ?? []), [String(key), name]]), target);
  };
}

const collected = new WeakMap<SchemaClass, Names>();

/** The historic names by those of the class, its own and inherited ones. */
function historicNames(type: SchemaClass): Names {
  let names = collected.get(type);
  if (!names) {
    const declared = Reflect.getMetadata(HISTORIC, type.prototype as object) as Names | undefined;
    collected.set(type, (names = declared ?? new Map<string, string>()));
  }
  return names;
}

/** The names a field may go by on the wire, that of the spelling first. */
export function wireNames(type: SchemaClass, field: string, spelling: Spelling): string[] {
  const historic = historicNames(type).get(field);
  if (historic === undefined) return [field];
  return spelling === 'historic' ? [historic, field] : [field, historic];
}

/** The name the document tells and the answers have. */
export const wireName = (type: SchemaClass, field: string, spelling: Spelling): string =>
  wireNames(type, field, spelling)[0] ?? field;

/** The view as it is answered. The types go on calling its fields by the names of the class. */
export function spelled<View extends object>(
  type: abstract new (...args: never[]) => View,
  view: View,
  spelling: Spelling,
): View {
  if (spelling === 'neutral') return view;
  const fields = Object.entries(view).map(([name, value]: [string, unknown]) => {
    return [wireName(type, name, spelling), value];
  });
  return Object.fromEntries(fields) as View;
}
