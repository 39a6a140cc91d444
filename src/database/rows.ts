import { getMetadataArgsStorage } from 'typeorm';

type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : Name;
type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** What the drivers return for a value: booleans are 0 or 1. */
type Stored<Value> = Value extends boolean ? number : Value;

/**
 * A row of the table of an entity as the drivers return it. Columns have the names of the properties in snake case. A
 * repository declares those that do not, such as `is_external`.
 */
export type Row<Entity> = {
  [Property in keyof Entity & string as SnakeCase<Property>]-?: Stored<Entity[Property]>;
};

type Nullable<Entity> = {
  [Property in keyof Entity]-?: null extends Entity[Property] ? Property : never;
}[keyof Entity];

/** A row to insert. What is left out is null. */
export type NewRow<Entity> = Omit<Entity, 'id' | Nullable<Entity>> &
  Partial<Pick<Entity, Nullable<Entity>>>;

type EntityClass<Entity> = new () => Entity;

interface EntityColumn {
  property: string;
  column: string;
  isNullable: boolean;
}

const known = new Map<EntityClass<unknown>, EntityColumn[]>();

function columnsOf(entity: EntityClass<unknown>): EntityColumn[] {
  let found = known.get(entity);
  if (!found) {
    const declared = getMetadataArgsStorage().filterColumns(entity);
    found = declared.map(({ propertyName: property, options }) => ({
      property,
      column: options.name ?? property,
      isNullable: options.nullable ?? false,
    }));
    known.set(entity, found);
  }
  return found;
}

/**
 * The SQL of the columns of an entity. They make a `Row`.
 *
 * @param alias the alias of the table
 * @param leftOut properties whose columns are not read
 */
export const columns = <Entity>(
  entity: EntityClass<Entity>,
  alias: string,
  leftOut: readonly (keyof Entity)[] = [],
): string =>
  columnsOf(entity)
    .filter(({ property }) => !(leftOut as readonly string[]).includes(property))
    .map(({ column }) => `${alias}.${column}`)
    .join(', ');

/** The properties of the entity that have the name of a parameter, which is in snake case. */
type Given<Entity, Params> = {
  [Name in keyof Params as CamelCase<Name & string> & keyof Entity]: Entity[CamelCase<
    Name & string
  > &
    keyof Entity];
};

/** What the parameters of a request set in a row: columns by the names of parameters. An empty text is null if it can be. */
export function givenColumns<Entity, Params extends object>(
  entity: EntityClass<Entity>,
  params: Params,
): Given<Entity, Params> {
  const given: Record<string, unknown> = {};
  for (const { property, isNullable } of columnsOf(entity)) {
    const value = (params as Record<string, unknown>)[toSnakeCase(property)];
    if (value !== undefined) given[property] = value === '' && isNullable ? null : value;
  }
  return given as Given<Entity, Params>;
}

/** True if the row does not have all these values yet. */
export const differs = <Entity>(
  entity: EntityClass<Entity>,
  changes: Partial<Entity>,
  row: Row<Entity>,
): boolean =>
  columnsOf(entity).some(({ property, column }) => {
    const value = (changes as Record<string, unknown>)[property];
    const stored = typeof value === 'boolean' ? Number(value) : value;
    return value !== undefined && stored !== (row as Record<string, unknown>)[column];
  });

const toSnakeCase = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
