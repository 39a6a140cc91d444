import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { makeSampleData } from '../../src/app/demo/sample-data.js';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { startBrowser } from '../support/browser.js';
import { WRITES_SCREENSHOTS } from '../support/environment.js';

const FOLDER = fileURLToPath(new URL('../../docs/pages', import.meta.url));
const MAX_BYTES = 150_000;

const SHOTS = [
  { name: 'start', path: '/', colorScheme: 'light' },
  { name: 'user', path: '/ada', colorScheme: 'light' },
  { name: 'project', path: '/ada/analytical-engine', colorScheme: 'light' },
  { name: 'issue', path: '/ada/analytical-engine/issues/1', colorScheme: 'dark' },
] as const;

describe('The pictures of docs/pages.md', () => {
  let forge: Forge;
  let browser: Browser;

  beforeAll(async () => {
    forge = await startForge({ OPERATOR: 'The Analytical Society' });
    const { grace } = await makeSampleData(forge.api, ROOT.token);
    const body =
      'Fixed in !1, @ada: see `note_g.rb` :heart:\n\n1. Open the relay.\n2. Remove the **moth**.';
    await forge.as(grace).post('/projects/1/issues/1/notes', { body });
    // Chromium draws a heart without a font of emoji, which test machines may lack.
    await forge.root.delete('/projects/1/issues/1/award_emoji/1');
    await forge.root.post('/projects/1/issues/1/award_emoji', { name: 'heart' });
    await forge.as(grace).put('/projects/1/issues/1', { state_event: 'close' });
    browser = await startBrowser();
    mkdirSync(FOLDER, { recursive: true });
  });
  afterAll(async () => {
    await browser.close();
    await forge.close();
  });

  it.each(SHOTS)('shows the page $name', async ({ name, path, colorScheme }) => {
    const viewport = { width: 760, height: 640 };
    const page = await browser.newPage({ viewport, colorScheme });
    const response = await page.goto(forge.url + path, { waitUntil: 'networkidle' });
    expect(response?.status()).toBe(200);
    const picture = await page.screenshot();
    await page.close();
    const file = `${FOLDER}/${name}.png`;
    if (WRITES_SCREENSHOTS) writeFileSync(file, picture);
    expect(existsSync(file)).toBe(true);
    const committed = readFileSync(file);
    expect(committed.subarray(1, 4).toString()).toBe('PNG');
    expect(committed.length).toBeLessThan(MAX_BYTES);
    const document = readFileSync(`${FOLDER}.md`, 'utf8');
    expect(document).toContain(`](pages/${name}.png)`);
  });
});
