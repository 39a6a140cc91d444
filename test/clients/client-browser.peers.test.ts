import type { Browser, Page } from 'playwright-core';
import { startForge, type Forge } from '../support/app.js';
import { startBrowser } from '../support/browser.js';
import type { SeededUser } from '../support/seed.js';
import { bundledClient } from './bundled-client.js';
import { startServer } from './own-server.js';

const PAGE = '<!doctype html><title>A front end</title><link rel="icon" href="data:,">';

/** A front end on an origin of its own uses the client, in Chromium. */
describe('forgenote/client in a browser', () => {
  let forge: Forge;
  let ada: SeededUser;
  let frontEnd: Awaited<ReturnType<typeof startServer>>;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const code = await bundledClient();
    frontEnd = await startServer(({ url }, response) => {
      const isCode = url === '/client.js';
      response.setHeader('Content-Type', isCode ? 'text/javascript' : 'text/html');
      response.end(isCode ? code : PAGE);
    });
    forge = await startForge({ CORS_ORIGINS: frontEnd.url });
    ada = await forge.seed.user({ username: 'ada' });
    browser = await startBrowser();
    page = await browser.newPage();
    // As on pages that come neither over https nor from this machine.
    await page.addInitScript('delete Crypto.prototype.randomUUID');
    await page.goto(frontEnd.url);
  });
  afterAll(async () => {
    await browser.close();
    await frontEnd.close();
    await forge.close();
  });

  /** Runs code in the page. It has `client`, the module, and `forge`, a client of Ada. */
  const inPage = (code: string): Promise<unknown> =>
    page.evaluate(`(async () => {
      const client = await import('/client.js');
      const forge = client.createClient(${JSON.stringify({ baseUrl: forge.url, token: ada.token })});
      ${code}
    })()`);

  it('creates, and reads a list page by page', async () => {
    const titles = await inPage(`
      const { id } = await client.dataOf(forge.POST('/api/v3/projects', { body: { name: 'Engine' } }));
      const params = { path: { id } };
      for (const title of ['One', 'Two', 'Three'])
        await client.dataOf(forge.POST('/api/v3/projects/{id}/issues', { params, body: { title } }));
      const titles = [];
      const query = { per_page: 1 };
      for await (const { title } of forge.pages('/api/v3/projects/{id}/issues', { params: { ...params, query } }))
        titles.push(title);
      return titles;`);
    expect(titles).toEqual(['Three', 'Two', 'One']);
  });

  it('gets errors as classes, with the id of the request', async () => {
    const caught = await inPage(`
      try {
        await client.dataOf(forge.POST('/api/v3/projects', { body: { name: ' ' } }));
      } catch (error) {
        const { name, fields, requestId } = error;
        return { name, fields, hasId: requestId !== null, isOurs: error instanceof client.InvalidRequestError };
      }`);
    expect(caught).toEqual({
      name: 'InvalidRequestError',
      fields: { name: ["can't be blank"] },
      hasId: true,
      isOurs: true,
    });
  });
});
