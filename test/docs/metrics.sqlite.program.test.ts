import { readFileSync } from 'node:fs';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { freePort } from '../support/ports.js';
import { Program } from '../support/program.js';
import { Scrape } from '../support/scrape.js';

const document = readFileSync(new URL('../../docs/observing.md', import.meta.url), 'utf8');
/** The labels of each metric in the tables. */
const documented = new Map(
  [...document.matchAll(/^\| `((?:forgenote|process|nodejs)_\w+)` +\| ([^|]*) \|/gm)].map(
    ([, name = '', labels = '']) => [
      name,
      [...labels.matchAll(/\w+/g)].map(([label]) => label).sort(),
    ],
  ),
);

const program = new Program();
let database: FreshDatabase;

/** A scrape after a request. */
async function scrape(): Promise<Scrape> {
  const port = await freePort();
  const DATABASE_URL = database.url;
  program.start({ DATABASE_URL, SECRET_KEY: 'k'.repeat(40), METRICS_PORT: String(port) });
  await fetch(`${await program.address()}/health`);
  return Scrape.of(port);
}

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  await program.remove();
  await database.drop();
});

describe('docs/observing.md', () => {
  it('lists each metric of the service with its labels, and none that does not exist', async () => {
    const found = await scrape();
    const own = found.names.filter((name) => name.startsWith('forgenote_'));
    const listed = [...documented.keys()];
    expect(own.filter((name) => !listed.includes(name))).toEqual([]);
    expect(listed.filter((name) => !found.names.includes(name))).toEqual([]);
    for (const name of listed)
      for (const labels of found.labels(name))
        expect({ name, labels }).toEqual({ name, labels: documented.get(name) });
  });
});
