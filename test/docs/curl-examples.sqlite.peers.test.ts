import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSampleData, type SampleTokens } from '../../src/sample-data.js';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { CURLRC, problemsOf, readPage, runScript } from '../support/examples.js';

const FOLDER = new URL('../../docs/interface/', import.meta.url);
const pages = readdirSync(FOLDER).filter((name) => /^(?!README).*\.md$/.test(name));

/** On the database of the demo: on a server a refused request uses up an id, and the later ones differ. */
describe.each(pages)('docs/interface/%s', (name) => {
  const { person, examples } = readPage(readFileSync(new URL(name, FOLDER), 'utf8'));
  let forge: Forge;
  let tokens: SampleTokens;
  let home: string;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'forgenote-curl-'));
    writeFileSync(join(home, '.curlrc'), CURLRC);
    // As the pages show it.
    forge = await startForge({ PUBLIC_URL: 'http://127.0.0.1:3000' });
    tokens = await makeSampleData(forge.api, ROOT.token);
  });
  afterAll(async () => {
    await forge.close();
    rmSync(home, { recursive: true });
  });

  it('has examples', () => {
    expect(examples.length).toBeGreaterThan(0);
  });

  it.each(examples)('line $line does what the page says', async (example) => {
    const TOKEN = tokens[person as keyof SampleTokens];
    const outcome = await runScript(example.script, { HOME: home, API: forge.api, TOKEN });
    expect(problemsOf(example, outcome)).toEqual([]);
  });
});
