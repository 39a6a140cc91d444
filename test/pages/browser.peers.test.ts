import type { Browser, Page } from 'playwright-core';
import { addKey, LAPTOP } from '../keys/keys.js';
import { startForge, type Forge } from '../support/app.js';
import { collectPageProblems, startBrowser } from '../support/browser.js';
import type { SeededUser } from '../support/seed.js';

const HOSTILE = `<script>document.title = 'taken over'</script><img src=x onerror=alert(1)>`;

describe('The page of a user in Chromium', () => {
  let forge: Forge;
  let ada: SeededUser;
  let browser: Browser;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user({ username: 'ada', name: 'Ada Lovelace' });
    await addKey(ada.client, 'Laptop', LAPTOP.key);
    const engine = await forge.seed.project(ada, { name: 'engine', visibility_level: 20 });
    await forge.seed.issue(engine, ada, { title: 'y'.repeat(200) });
    await forge.seed.issue(engine, ada, { title: 'It hums' });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await forge.close();
  });

  /** The page of a user, and what the browser complained of on the way there. */
  async function open(
    settings: Parameters<Browser['newPage']>[0] = {},
    username = 'ada',
  ): Promise<{ page: Page; complaints: string[] }> {
    const page = await browser.newPage(settings);
    const complaints = collectPageProblems(page);
    page.on('dialog', (dialog) => void dialog.dismiss());
    await page.goto(`${forge.url}/${username}`, { waitUntil: 'networkidle' });
    return { page, complaints };
  }

  it('shows name, picture, fingerprint and activity', async () => {
    const { page, complaints } = await open();
    expect(await page.title()).toBe('Ada Lovelace (ada) · Forgenote');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Ada Lovelace');
    expect(await page.getByText(LAPTOP.sha256).isVisible()).toBe(true);
    const [latest = ''] = await page.getByRole('listitem').allInnerTexts();
    expect(latest.replace(/\s+/g, ' ')).toMatch(
      /^Opened issue It hums in ada\/engine \d+ \w+ \d+$/,
    );
    const width = await page
      .locator('header img')
      .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
    expect(width).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('applies its style under the content security policy', async () => {
    const { page, complaints } = await open();
    // The picture is beside the name, and not above it.
    const picture = await page.locator('header img').boundingBox();
    const name = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect(name?.x).toBeGreaterThan((picture?.x ?? Infinity) + (picture?.width ?? 0));
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('links to the keys', async () => {
    const { page } = await open();
    await page.getByRole('link', { name: 'All keys as a file' }).click();
    await page.waitForURL(`${forge.url}/ada.keys`);
    expect(await page.locator('body').innerText()).toBe(`${LAPTOP.type} ${LAPTOP.blob}\n`);
    await page.close();
  });

  it.each([
    ['on a phone', { viewport: { width: 320, height: 568 } }],
    ['in the dark', { colorScheme: 'dark' as const }],
    ['without JavaScript', { javaScriptEnabled: false }],
  ])('is readable %s', async (_, settings) => {
    const { page, complaints } = await open(settings);
    expect(await page.getByText(LAPTOP.sha256).isVisible()).toBe(true);
    const box = await page.locator('main').boundingBox();
    const { width } = page.viewportSize() ?? { width: 0 };
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(width);
    for (const item of await page.getByRole('listitem').all()) {
      const { x = 0, width: wide = Infinity } = (await item.boundingBox()) ?? {};
      expect(x + wide).toBeLessThanOrEqual(width);
    }
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('runs no script from a name or a title', async () => {
    await forge.seed.user({ username: 'mallory', name: HOSTILE });
    const { page, complaints } = await open({}, 'mallory');
    expect(await page.title()).toBe(`${HOSTILE} (mallory) · Forgenote`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(HOSTILE);
    expect(await page.locator('script').count()).toBe(0);
    expect(await page.locator('img').count()).toBe(1);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shows a page for an unknown user and logs only the 404', async () => {
    const { page } = await open();
    const messages: string[] = [];
    await page.goto(`${forge.url}/nobody`, { waitUntil: 'networkidle' });
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Not found');
    expect(messages.filter((text) => /policy/i.test(text))).toEqual([]);
    await page.close();
  });
});
