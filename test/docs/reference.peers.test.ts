import type { Browser, Page } from 'playwright-core';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { axeViolations } from '../support/axe.js';
import { collectPageProblems, startBrowser } from '../support/browser.js';
import type { SeededUser } from '../support/seed.js';

describe('/docs in Chromium', () => {
  let forge: Forge;
  let ada: SeededUser;
  let browser: Browser;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user({ username: 'ada', email: 'ada@example.com' });
    const engine = await forge.seed.project(ada, { name: 'engine' });
    await forge.seed.issue(engine, ada, { title: 'It hums' });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await forge.close();
  });

  /** Opens the reference and collects browser errors and requests to other hosts. */
  async function open(): Promise<{ page: Page; complaints: string[]; strangers: string[] }> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const complaints = collectPageProblems(page);
    const strangers: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${forge.url}/`) && !request.url().startsWith('data:'))
        strangers.push(request.url());
    });
    await page.goto(`${forge.url}/docs`);
    await page.getByRole('heading', { name: /Forgenote/ }).waitFor();
    return { page, complaints, strangers };
  }

  async function authorize(page: Page, token: string): Promise<void> {
    await page.getByRole('button', { name: 'Authorize' }).click();
    const form = page.locator('.auth-container');
    await form.getByRole('textbox').fill(token);
    await form.getByRole('button', { name: 'Authorize' }).click();
    await form.getByRole('button', { name: 'Close', exact: true }).click();
  }

  /** Opens the chapter and the operation in it. */
  async function operation(page: Page, chapter: string, id: string) {
    await page.locator(`#operations-tag-${chapter}`).click();
    const block = page.locator(`#operations-${chapter}-${id}`);
    await block.locator('.opblock-summary-control').click();
    return block;
  }

  describe.each([390, 1280])('at %i pixels', (width) => {
    it.each(['light', 'dark'] as const)(
      'has no violation that axe finds in %s mode, contrast included',
      async (colorScheme) => {
        // axe runs as a script, which the policy of the page forbids.
        const page = await browser.newPage({
          ...{ colorScheme, bypassCSP: true, viewport: { width, height: 900 } },
        });
        await page.goto(`${forge.url}/docs`);
        await page.getByRole('heading', { name: /Forgenote/ }).waitFor();
        expect(await axeViolations(page)).toEqual([]);
        const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
        expect(background).toBe(colorScheme === 'dark' ? 'rgb(20, 22, 27)' : 'rgb(246, 247, 250)');
        const note = await operation(page, 'Notes', 'createIssueNote');
        await note.getByText('Examples:').waitFor();
        const users = await operation(page, 'Users', 'listUsers');
        await users.getByRole('button', { name: 'Execute' }).click();
        await users.locator('.live-responses-table .highlight-code').first().waitFor();
        expect(await axeViolations(page)).toEqual([]);
        await page.getByRole('button', { name: 'Authorize' }).click();
        await page.locator('.auth-container').waitFor();
        expect(await axeViolations(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        await page.close();
      },
    );
  });

  it('has a filter and fields as wide as a screen of 390 pixels allows', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await page.goto(`${forge.url}/docs`);
    const filter = page.getByRole('search').getByRole('textbox');
    await filter.waitFor();
    expect((await filter.boundingBox())?.width).toBe(350);
    await filter.fill('emails');
    await page.locator('#operations-tag-Keys').waitFor({ state: 'detached' });
    expect(await page.locator('#operations-tag-Emails').isVisible()).toBe(true);
    await filter.fill('');
    const note = await operation(page, 'Notes', 'createIssueNote');
    expect((await note.getByPlaceholder('issue_id').boundingBox())?.width).toBeGreaterThan(300);
    await page.close();
  });

  it('leads back to the site', async () => {
    const { page } = await open();
    await page.getByRole('link', { name: 'Back to the site' }).click();
    await page.waitForURL(`${forge.url}/`);
    await page.close();
  });

  it('says first how to get a token, asks for one form of it and names the others', async () => {
    const { page } = await open();
    expect(await page.locator('.info .description').innerText()).toMatch(/^To get a token, send/);
    await page.getByRole('button', { name: 'Authorize' }).click();
    const dialog = page.getByRole('dialog', { name: 'Authorize' });
    expect(await dialog.locator('.auth-container').count()).toBe(1);
    expect(await dialog.getByRole('textbox').count()).toBe(1);
    const text = await dialog.innerText();
    for (const name of ['PRIVATE-TOKEN', 'Bearer <token>', 'private_token', 'access_token'])
      expect(text).toContain(name);
    await page.close();
  });

  it('lists users with a token and creates a note', async () => {
    const { page, complaints, strangers } = await open();
    await authorize(page, ROOT.token);
    const users = await operation(page, 'Users', 'listUsers');
    await users.getByRole('button', { name: 'Execute' }).click();
    const listed = users.locator('.live-responses-table');
    await listed.getByText('200', { exact: true }).first().waitFor();
    expect(await listed.locator('.highlight-code').first().innerText()).toContain(
      '"ada@example.com"',
    );
    const note = await operation(page, 'Notes', 'createIssueNote');
    await note.getByPlaceholder('issue_id').fill('1');
    await note.getByPlaceholder('id', { exact: true }).fill('ada/engine');
    await note.locator('textarea.body-param__text').fill('{ "body": "It does indeed." }');
    await note.getByRole('button', { name: 'Execute' }).click();
    const created = note.locator('.live-responses-table');
    await created.getByText('201', { exact: true }).first().waitFor();
    expect(await created.innerText()).toContain('"body": "It does indeed."');
    expect({ complaints, strangers }).toEqual({ complaints: [], strangers: [] });
    await page.close();
  });
});
