import { startForge, type Forge } from '../support/app.js';
import { openMailbox, type Mailbox } from '../support/mailbox.js';
import { addEmail, newAddress } from './emails.js';
import type { SeededUser } from '../support/seed.js';

const LIMIT = 2;

describe('the limit of addresses that a user adds within a day', () => {
  let mailbox: Mailbox;
  let forge: Forge;
  let ada: SeededUser;
  async function start(settings: Record<string, string>): Promise<void> {
    mailbox = await openMailbox();
    forge = await startForge({
      ...{ SMTP_URL: mailbox.url, RATE_LIMIT: 'on', RATE_LIMIT_MAILS: String(LIMIT) },
      ...settings,
    });
    ada = await forge.seed.user({ confirm: false });
  }
  afterEach(async () => {
    await forge.close();
    await mailbox.close();
  });
  const add = ({ client }: SeededUser) => client.post('/user/emails', { email: newAddress() });

  it('returns 429 with its headers, also if the user deletes the addresses', async () => {
    await start({});
    for (let n = 1; n <= LIMIT; n += 1) {
      const { id } = await addEmail(ada.client, newAddress());
      await ada.client.delete(`/user/emails/${id}`);
    }
    const { status, headers } = await add(ada);
    expect([status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual([
      ...[429, '2', '0'],
    ]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(86_000);
  });

  it('does not count an addition that fails', async () => {
    await start({});
    for (let n = 0; n <= LIMIT; n += 1) {
      const { status } = await ada.client.post('/user/emails', { email: ada.email });
      expect(status).toBe(400);
    }
    expect((await add(ada)).status).toBe(201);
  });

  it('holds for each user, and not for addresses that administrators add', async () => {
    await start({});
    for (let n = 1; n <= LIMIT; n += 1) expect((await add(ada)).status).toBe(201);
    for (let n = 0; n <= LIMIT; n += 1) {
      const { status } = await forge.root.post(`${ada.at}/emails`, { email: newAddress() });
      expect(status).toBe(201);
    }
    expect((await add(await forge.seed.user({ confirm: false }))).status).toBe(201);
  });

  it.each([
    ['RATE_LIMIT_MAILS=0', { RATE_LIMIT_MAILS: '0' }],
    ['RATE_LIMIT=off', { RATE_LIMIT: 'off' }],
    ['no mail', { SMTP_URL: '' }],
  ])('is off with %s', async (_, settings) => {
    await start(settings);
    for (let n = 0; n <= LIMIT; n += 1) expect((await add(ada)).status).toBe(201);
  });
});
