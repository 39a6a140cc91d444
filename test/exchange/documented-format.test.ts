import { readFileSync } from 'node:fs';
import type { Field } from '../../src/exchange/fields.js';
import { FIELDS } from '../../src/exchange/lines.js';
import type { Forge } from '../support/app.js';
import { exportTo, filledForge, freshFile } from './sample-forge.js';

const DOCUMENT = readFileSync(new URL('../../docs/exchange.md', import.meta.url), 'utf8');

/** The rows of the table of fields: kind, field and type. */
const documented = [...DOCUMENT.matchAll(/^\| `(\w+)` +\| `(\w+)` +\| ([^|]+?) +\| /gm)].map(
  ([, kind = '', field = '', type = '']) => `${kind}.${field}: ${type}`,
);

it('has a row for each field, with its type', () => {
  const fields = Object.entries(FIELDS).flatMap(([kind, types]) =>
    Object.entries<Field<unknown>>(types).map(([field, { type }]) => `${kind}.${field}: ${type}`),
  );
  expect(documented).toEqual(fields);
});

describe('a real export', () => {
  let forge: Forge;
  let lines: Record<string, unknown>[];
  beforeAll(async () => {
    forge = await filledForge();
    const place = freshFile();
    await exportTo(forge, place.file);
    const text = readFileSync(place.file, 'utf8').trim();
    lines = text.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
    place.remove();
  });
  afterAll(() => forge.close());

  it('has exactly the documented fields in each line', () => {
    const fields = (line: Record<string, unknown>) =>
      Object.keys(line)
        .filter((key) => key !== 'kind')
        .map((key) => `${String(line['kind'])}.${key}`);
    const expected = documented.map((row) => row.replace(/:.*/, ''));
    for (const line of lines) {
      const ofKind = expected.filter((one) => one.startsWith(`${String(line['kind'])}.`));
      expect(fields(line).sort()).toEqual(ofKind.sort());
    }
    expect(new Set(lines.flatMap(fields))).toEqual(new Set(expected));
  });

  it('has exactly the documented fields in each identity', () => {
    const [, section = ''] = DOCUMENT.split('### Identities');
    const expected = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, field = '']) => field);
    const identities = lines.flatMap((line) => (line['identities'] ?? []) as object[]);
    expect(identities).not.toEqual([]);
    for (const identity of identities) expect(Object.keys(identity)).toEqual(expected);
  });
});
