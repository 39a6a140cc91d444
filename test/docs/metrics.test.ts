import { readFileSync } from 'node:fs';
import { ProcessMetrics } from '../../src/operations/observability/process-metrics.js';
import { freshFile } from '../support/database.js';
import { Scrape } from '../support/scrape.js';
import { startService } from '../support/service.js';

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

/** A scrape after a request. */
async function scrape(): Promise<Scrape> {
  const database = await freshFile();
  const metrics = new ProcessMetrics();
  const { app, url } = await startService(
    { DATABASE_URL: database.url },
    {
      arrange: (service) => {
        metrics.attach(service);
      },
    },
  );
  try {
    await fetch(`${url}/health`);
    return new Scrape(await metrics.collect());
  } finally {
    await app.close();
    await database.drop();
  }
}

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
