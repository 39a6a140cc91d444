import { readFileSync } from 'node:fs';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { freePort } from '../support/ports.js';
import { Program } from '../support/program.js';
import { Scrape } from '../support/scrape.js';

const document = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8');
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

/** A scrape after a request, with these settings. */
async function scrape(settings: Record<string, string>): Promise<Scrape> {
  const port = await freePort();
  const DATABASE_URL = database.url;
  const own = { DATABASE_URL, SECRET_KEY: 'k'.repeat(40), METRICS_PORT: String(port) };
  program.start({ ...own, ...settings });
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

describe('docs/metrics.md', () => {
  it('lists each metric of a scrape with its labels, and no other', async () => {
    const single = await scrape({});
    program.signal('SIGINT');
    await program.exit();
    program.stdout = '';
    const several = await scrape({ WORKERS: '2', DRAIN_TIME: '0' });
    const names = new Set([...single.names, ...several.names]);
    expect([...names].sort()).toEqual([...documented.keys()].sort());
    for (const name of names)
      for (const labels of single.labels(name))
        expect({ name, labels }).toEqual({ name, labels: documented.get(name) });
  });
});
