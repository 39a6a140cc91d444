import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  makeSampleData,
  SAMPLE_PASSWORD,
  type SampleTokens,
} from '../../src/app/demo/sample-data.js';
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
    // Like the demo, whose address and password the pages show.
    forge = await startForge({
      PUBLIC_URL: 'http://127.0.0.1:3000',
      ADMIN_PASSWORD: SAMPLE_PASSWORD,
    });
    tokens = await makeSampleData(forge.api, ROOT.token);
  });
  afterAll(async () => {
    await forge.close();
    rmSync(home, { recursive: true });
  });

  it('contains examples', () => {
    expect(examples.length).toBeGreaterThan(0);
  });

  it('contains examples that work in order', async () => {
    const TOKEN = tokens[person as keyof SampleTokens];
    const problems: Record<string, string[]> = {};
    // A page is one story: an example may need what those before it made.
    for (const example of examples) {
      const outcome = await runScript(example.script, { HOME: home, API: forge.api, TOKEN });
      const found = problemsOf(example, outcome);
      if (found.length > 0) problems[`line ${example.line}`] = found;
    }
    expect(problems).toEqual({});
  });
});
