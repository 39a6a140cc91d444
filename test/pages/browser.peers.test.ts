import type { Browser, Page } from 'playwright-core';
import { addKey, LAPTOP } from '../keys/keys.js';
import { startForge, type Forge } from '../support/app.js';
import { axeViolations } from '../support/axe.js';
import { collectPageProblems, startBrowser } from '../support/browser.js';
import { VISIBILITY, type Resource } from '../support/seed.js';

const HOSTILE = `<script>document.title = 'taken over'</script><img src=x onerror=alert(1)>`;
const LONG_WORD = 'y'.repeat(200);
const MARKDOWN = [
  `# ${LONG_WORD}`,
  '### Level 3',
  `See #1, @ada, https://x.example/${LONG_WORD} and \`${LONG_WORD}\`.`,
  `| a | b |\n|---|--:|\n| ${LONG_WORD} | 2 |`,
  `\`\`\`\n${LONG_WORD} ${LONG_WORD}\n\`\`\``,
  '- one\n  1. two\n\n- [x] done\n- [ ] not done\n\n> quoted\n\n---',
  HOSTILE,
].join('\n\n');

let forge: Forge;
let browser: Browser;
/** One page of each kind, by its name. */
let pages: Record<string, string>;

beforeAll(async () => {
  forge = await startForge({ OPERATOR: 'The Analytical Society' });
  const ada = await forge.seed.user({ username: 'ada', name: 'Ada Lovelace' });
  const mallory = await forge.seed.user({ username: 'mallory', name: HOSTILE });
  await forge.root.put(ada.at, {
    bio: HOSTILE,
    location: 'London',
    website_url: 'https://x.example',
  });
  await addKey(ada.client, 'Laptop', LAPTOP.key);
  const given = { name: 'Engine', path: 'engine', description: MARKDOWN };
  const engine = await forge.seed.project(ada, { ...given, visibility_level: VISIBILITY.public });
  for (const label of [
    { name: 'bright', color: '#FFFFFF' },
    { name: 'dark', color: '#000000' },
  ])
    await ada.client.post(`${engine.at}/labels`, label);
  const labels = `bright,dark,${LONG_WORD.slice(0, 255)}`;
  const issue = await forge.seed.issue(engine, ada, {
    ...{ title: LONG_WORD, description: MARKDOWN, assignee_id: mallory.id, labels },
  });
  const mergeRequest = await forge.seed.mergeRequest(engine, ada, { title: HOSTILE, labels });
  const snippet = await forge.seed.snippet(engine, ada, { code: `${LONG_WORD}\n${HOSTILE}` });
  for (const noteable of [mergeRequest, snippet])
    await forge.seed.note(noteable, mallory, { body: MARKDOWN });
  for (let n = 1; n <= 21; n++) await forge.seed.note(issue, mallory, { body: `Note ${n}.` });
  const note = await forge.seed.note(issue, mallory, { body: MARKDOWN });
  await ada.client.post(`${issue.at}/notes/${note.id}/award_emoji`, { name: 'tada' });
  await mallory.client.post(`${issue.at}/award_emoji`, { name: 'heart' });
  await ada.client.put(issue.at, { state_event: 'close' });
  for (let n = 1; n <= 41; n++)
    await forge.seed.issue(engine, ada, { title: `Relay ${n}`, labels });
  const path = ({ web_url }: Resource) => String(web_url).slice(forge.url.length);
  pages = {
    ...{ start: '/', users: '/public/users', projects: '/public/projects', user: '/ada' },
    ...{ project: path(engine), issues: `${path(engine)}/issues?page=2`, issue: path(issue) },
    ...{ mergeRequest: path(mergeRequest), snippet: path(snippet), missing: '/nobody' },
    confirmation: '/users/confirmation?confirmation_token=x',
  };
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await forge.close();
});

const KINDS = [
  ...['start', 'users', 'projects', 'user', 'project', 'issues', 'issue', 'mergeRequest'],
  ...['snippet', 'missing', 'confirmation'],
];

/** Opens a page, and collects what the browser complains of on the way there. */
async function open(
  kind: string,
  settings: Parameters<Browser['newPage']>[0] = {},
): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage(settings);
  const complaints = collectPageProblems(page);
  page.on('dialog', (dialog) => void dialog.dismiss());
  await page.goto(forge.url + (pages[kind] ?? ''), { waitUntil: 'networkidle' });
  // The browser reports every 404 itself.
  return { page, complaints: complaints.filter((text) => !/status of 404/.test(text)) };
}

describe.each(KINDS)('The page %s in Chromium', (kind) => {
  it.each([
    ...([390, 1280] as const).map((width) => ['light', width] as const),
    ...([390, 1280] as const).map((width) => ['dark', width] as const),
  ])('has no violation that axe finds in %s mode at %d pixels', async (mode, width) => {
    // axe runs as a script, which the policy of the page forbids.
    const settings = { colorScheme: mode, viewport: { width, height: 800 } };
    const { page } = await open(kind, { ...settings, bypassCSP: true });
    expect(await axeViolations(page)).toEqual([]);
    await page.close();
  });

  it.each<[string, Parameters<Browser['newPage']>[0] & object]>([
    ['at 320 pixels', { viewport: { width: 320, height: 568 } }],
    ['without JavaScript', { javaScriptEnabled: false }],
  ])('needs no sideways scrolling and causes no complaint %s', async (_, settings) => {
    const { page, complaints } = await open(kind, settings);
    const { width } = page.viewportSize() ?? { width: 0 };
    for (const part of ['header', 'main', ...(kind === 'start' ? [] : ['footer'])]) {
      const box = await page.locator(`body > ${part}`).boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(width);
    }
    if (settings.javaScriptEnabled !== false)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await page.locator('h1').count()).toBe(1);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('runs no script from a name, a title or a text', async () => {
    const { page, complaints } = await open(kind);
    expect(await page.locator('script').count()).toBe(0);
    expect(await page.title()).not.toBe('taken over');
    const sources = page.locator('img');
    for (const image of await sources.all())
      expect(await image.getAttribute('src')).toMatch(/^\/avatars\/\d+\.svg$/);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

it('has violations that axe finds, if the page is broken', async () => {
  const { page } = await open('user', { bypassCSP: true });
  await page.evaluate('document.querySelector("img").removeAttribute("alt")');
  expect(await axeViolations(page)).toEqual([expect.stringMatching(/^image-alt: <img/)]);
  await page.close();
});

describe('A page in Chromium', () => {
  it('shows name, picture, fingerprint and contributions of a user', async () => {
    const { page } = await open('user');
    expect(await page.title()).toBe('Ada Lovelace (ada) · Forgenote');
    expect(await page.getByText(LAPTOP.sha256).isVisible()).toBe(true);
    const picture = page.locator('.profile > img');
    const width = await picture.evaluate(
      (image) => (image as unknown as { naturalWidth: number }).naturalWidth,
    );
    expect(width).toBeGreaterThan(0);
    // The stylesheet is applied: the picture is beside the name, and not above it.
    const [image, name] = [await picture.boundingBox(), await page.locator('h1').boundingBox()];
    expect(name?.x).toBeGreaterThan((image?.x ?? Infinity) + (image?.width ?? 0));
    await page.getByRole('link', { name: 'All keys as a file' }).click();
    await page.waitForURL(`${forge.url}/ada.keys`);
    expect(await page.locator('body').innerText()).toBe(`${LAPTOP.type} ${LAPTOP.blob}\n`);
    await page.close();
  });

  it('can be reached by links from the start page to the last note', async () => {
    const { page } = await open('start');
    await page.getByRole('link', { name: 'Engine', exact: true }).click();
    await page.getByRole('link', { name: 'All issues' }).click();
    await page.getByRole('link', { name: 'Closed 1' }).click();
    await page.getByRole('link', { name: LONG_WORD, exact: true }).click();
    await page.getByText('Note 1.').waitFor();
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.waitForURL(/cursor=.*#notes$/);
    await page.getByText('Note 21.').waitFor();
    await page.getByRole('link', { name: 'First page' }).click();
    await page.waitForURL(/issues\/1#notes$/);
    await page.close();
  });

  it('can be used with the keyboard: the first link skips to the content', async () => {
    const { page } = await open('issue');
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    expect((await skip.boundingBox())?.x).toBeLessThan(0);
    await page.keyboard.press('Tab');
    expect((await skip.boundingBox())?.x).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await page.waitForURL(/#content$/);
    await page.keyboard.press('Tab');
    const focused = await page.evaluate('document.activeElement.closest("main") !== null');
    expect(focused).toBe(true);
    await page.close();
  });

  it('has landmarks and headings for screen readers', async () => {
    const { page } = await open('issue');
    for (const role of ['banner', 'main', 'contentinfo'] as const)
      expect([role, await page.getByRole(role).count()]).toEqual([role, 1]);
    for (const name of ['Site', 'Breadcrumb', 'Pages of the conversation'])
      expect(await page.getByRole('navigation', { name }).count()).toBe(1);
    expect(await page.getByRole('heading', { level: 2, name: 'Conversation' }).count()).toBe(1);
    await page.close();
  });

  it('is dark if the reader prefers dark', async () => {
    const background = async (colorScheme: 'light' | 'dark') => {
      const { page } = await open('issue', { colorScheme });
      const color = String(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
      await page.close();
      return color;
    };
    expect([await background('light'), await background('dark')]).toEqual([
      ...['rgb(246, 247, 250)', 'rgb(20, 22, 27)'],
    ]);
  });

  it('can be printed, black on white and without navigation', async () => {
    const { page } = await open('issue', { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.locator('header').isVisible()).toBe(false);
    expect(await page.locator('.pager').isVisible()).toBe(false);
    const style = await page.evaluate(
      'const { color, backgroundColor } = getComputedStyle(document.body); [color, backgroundColor]',
    );
    expect(style).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    await page.close();
  });
});
