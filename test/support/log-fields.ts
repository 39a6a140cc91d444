import { readFileSync } from 'node:fs';

interface LogField {
  name: string;
  /** JSON types, such as `string` and `null`. An array is a `list`. */
  types: string[];
}

/** The table of fields in docs/observing.md. */
export function documentedFields(): LogField[] {
  const text = readFileSync(new URL('../../docs/observing.md', import.meta.url), 'utf8');
  const [, table = ''] = /^### Fields$(.*?)^### /ms.exec(text) ?? [];
  return [...table.matchAll(/^\| (`[^|]*`) +\| ([^|]*?) +\|/gm)].flatMap(
    ([, cell = '', types = '']) => {
      const names = [...cell.matchAll(/`(\w+)`/g)];
      const each = types.split(', ');
      if (each.length !== names.length)
        throw new Error(`docs/observing.md: ${cell} needs a type each`);
      return names.map(([, name = ''], index) => ({
        name,
        types: each[index]?.split(' or ') ?? [],
      }));
    },
  );
}

/** The lines that a program has logged to stderr. Fails if docs/observing.md does not describe one of their fields. */
export function logLines<Line extends object = Record<string, unknown>>(stderr: string): Line[] {
  const lines = stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
  expect(undocumentedIn(lines)).toEqual([]);
  return lines;
}

/** What the lines have that docs/observing.md does not list, or lists with another type, as `field: type`. */
export function undocumentedIn(lines: readonly object[]): string[] {
  const fields = new Map(documentedFields().map(({ name, types }) => [name, types]));
  const found = lines.flatMap((line) =>
    Object.entries(line)
      .map(([name, value]) => [name, typeOf(value)] as const)
      .filter(([name, type]) => !fields.get(name)?.includes(type))
      .map(([name, type]) => `${name}: ${type}`),
  );
  return [...new Set(found)];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
