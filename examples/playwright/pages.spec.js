import { expect, test } from './fixtures.js';

// With a browser: `async ({ forge, page }) => { await page.goto('/ada'); ... }`.
test('shows the page of a user', async ({ forge, request }) => {
  await forge.user({ username: 'ada', name: 'Ada Lovelace' });
  const response = await request.get('/ada');
  expect(await response.text()).toContain('Ada Lovelace');
});

test('shows no user of another test', async ({ forge, request }) => {
  expect((await request.get(`${forge.url}/ada`)).status()).toBe(404);
});
