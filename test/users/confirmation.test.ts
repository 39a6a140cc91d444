import { digest } from '../../src/core/auth/secrets.js';
import { UsersService } from '../../src/features/users/users.service.js';
import { startForge, type Forge } from '../support/app.js';
import { linkIn, openMailbox, type Mailbox } from '../support/mailbox.js';
import { sql } from '../support/internals.js';
import { answered, fullView, TIMESTAMP } from '../support/expected-responses.js';

const HOUR = 3_600_000;
const NOT_FOUND = answered(404, { message: '404 User Not Found' });

/** The secret in a link. */
const secretIn = (link: string) => new URL(link).searchParams.get('confirmation_token') ?? '';

describe('The confirmation of an address by POST /confirmation', () => {
  let mailbox: Mailbox;
  let forge: Forge;

  beforeAll(async () => {
    mailbox = await openMailbox();
    forge = await startForge({
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Forgenote <forge@example.com>',
    });
  });
  afterAll(async () => {
    await forge.close();
    await mailbox.close();
  });

  let count = 0;
  async function create(given: object = {}) {
    const username = `someone${++count}`;
    const email = `${username}@example.com`;
    const user = { username, email, name: 'Some One', password: 'a good password', ...given };
    const answer = await forge.root.post<{ id: number }>('/users', user);
    return { answer, user: { ...user, id: answer.body.id } };
  }
  const statusOfSignIn = async (login: string) =>
    (await forge.anonymous.post('/session', { login, password: 'a good password' })).status;
  const confirm = (link: string) =>
    forge.anonymous.post('/confirmation', { confirmation_token: secretIn(link) });

  it('is requested by mail', async () => {
    const { user } = await create();
    const mail = await mailbox.next();
    expect([mail.from, mail.to]).toEqual(['forge@example.com', [user.email]]);
    expect(mail.headers).toMatch(/^From: Forgenote <forge@example\.com>$/m);
    expect(mail.headers).toContain(`\r\nTo: Some One <${user.email}>\r\n`);
    expect(mail.text).toMatch(/^Hello Some One,\r\n/);
    expect(linkIn(mail)).toMatch(
      new RegExp(`^${forge.url}/users/confirmation\\?confirmation_token=[\\w-]{20}$`),
    );
  });

  it('sets confirmed_at, which is null until then', async () => {
    const { answer, user } = await create({ confirm: true });
    const waiting = fullView(forge, user, { confirmed_at: null });
    expect(answer).toEqual(answered(201, waiting));
    const link = linkIn(await mailbox.next());
    expect(await forge.root.get(`/users/${user.id}`)).toEqual(answered(200, waiting));
    expect(await confirm(link)).toEqual(answered(201, true));
    expect(await forge.root.get(`/users/${user.id}`)).toEqual(
      answered(200, fullView(forge, user, { confirmed_at: TIMESTAMP })),
    );
  });

  it('is requested again if the address changes first, and the old link returns 404', async () => {
    const { user } = await create();
    const old = linkIn(await mailbox.next());
    const email = `moved-${user.email}`;
    await forge.root.put(`/users/${user.id}`, { email });
    const mail = await mailbox.next();
    expect(mail.to).toEqual([email]);
    expect((await confirm(old)).status).toBe(404);
    expect(await confirm(linkIn(mail))).toEqual(answered(201, true));
  });

  it('is not requested again if other fields change', async () => {
    const { user } = await create();
    const link = linkIn(await mailbox.next());
    await forge.root.put(`/users/${user.id}`, { name: 'Other', email: user.email });
    expect(await confirm(link)).toEqual(answered(201, true));
  });

  it('applies to one user only', async () => {
    const one = await create();
    const two = await create();
    const mails = [await mailbox.next(), await mailbox.next()];
    const secondMail = mails.find(({ to }) => to[0] === two.user.email);
    if (secondMail) await confirm(linkIn(secondMail));
    expect(await forge.root.get(`/users/${one.user.id}`)).toEqual(
      answered(200, fullView(forge, one.user, { confirmed_at: null })),
    );
  });

  it('returns 404 for the link of a blocked user, and works again after an unblock', async () => {
    const { user } = await create();
    const link = linkIn(await mailbox.next());
    await forge.root.put(`/users/${user.id}/block`);
    expect(await confirm(link)).toEqual(NOT_FOUND);
    expect((await forge.root.get(`/users/${user.id}`)).body).toMatchObject({ confirmed_at: null });
    await forge.root.put(`/users/${user.id}/unblock`);
    expect(await confirm(link)).toEqual(answered(201, true));
  });

  it('works once, also for 5 concurrent requests', async () => {
    await create();
    const link = linkIn(await mailbox.next());
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(link)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404, 404]);
    expect(await confirm(link)).toEqual(NOT_FOUND);
  });

  it('expires 24 hours after the mail was sent', async () => {
    const { user } = await create();
    const link = linkIn(await mailbox.next());
    const sent = (hours: number) =>
      sql(
        forge,
        `UPDATE users SET confirmation_sent_at = ${Date.now() - hours * HOUR} WHERE id = ${user.id}`,
      );
    await sent(24.01);
    expect(await confirm(link)).toEqual(NOT_FOUND);
    await sent(23.9);
    expect(await confirm(link)).toEqual(answered(201, true));
  });

  it('is not requested with confirm=false', async () => {
    const { answer, user } = await create({ confirm: false });
    expect(answer).toEqual(answered(201, fullView(forge, user)));
    const next = await create();
    expect((await mailbox.next()).to).toEqual([next.user.email]);
  });

  it('is not requested if the user was not created', async () => {
    await create({ username: '-' });
    const next = await create();
    expect((await mailbox.next()).to).toEqual([next.user.email]);
  });

  it('is sent to one address, even if it contains a comma', async () => {
    const { user } = await create({ email: 'nobody,everybody@example.com' });
    const { to } = await mailbox.next();
    expect(user.email).toBe('nobody,everybody@example.com');
    expect(to).toEqual(['"nobody,everybody"@example.com']);
  });

  it('is not required for signing in', async () => {
    const { user } = await create();
    await mailbox.next();
    expect(await statusOfSignIn(user.username)).toBe(201);
  });

  it('returns 404 for an unknown secret', async () => {
    expect(await forge.anonymous.post('/confirmation', { confirmation_token: 'x' })).toEqual(
      NOT_FOUND,
    );
  });

  it('returns 400 without a secret', async () => {
    expect(await forge.anonymous.post('/confirmation')).toEqual(
      answered(400, { message: { confirmation_token: ['is missing'] } }),
    );
  });

  it('is not possible with GET, because programs that preview links send it', async () => {
    const { user } = await create();
    const link = linkIn(await mailbox.next());
    const path = `/confirmation?confirmation_token=${secretIn(link)}`;
    expect((await forge.anonymous.get(path)).status).toBe(405);
    expect((await forge.root.get(`/users/${user.id}`)).body).toMatchObject({ confirmed_at: null });
  });

  describe('by the page of the link', () => {
    const open = async (url: string, method = 'GET') => {
      const { status, headers, text } = await fetch(url, { method }).then(async (response) => ({
        ...{ status: response.status, headers: response.headers, text: await response.text() },
      }));
      return { status, text, headers };
    };

    it('needs the button: GET and HEAD change nothing and look the same for every link', async () => {
      const { user } = await create();
      const link = linkIn(await mailbox.next());
      const shown = await open(link);
      expect(shown.status).toBe(200);
      expect(shown.text).toContain('<form method="post"><button>');
      expect(shown.text).not.toContain(secretIn(link));
      expect((await open(link, 'HEAD')).status).toBe(200);
      for (const other of [`${forge.url}/users/confirmation`, link.replace(/=.*/, '=unknown')]) {
        expect((await open(other)).text).toBe(shown.text);
        expect((await open(other, 'HEAD')).status).toBe(200);
      }
      expect((await forge.root.get(`/users/${user.id}`)).body).toMatchObject({
        confirmed_at: null,
      });
      const pressed = await open(link, 'POST');
      expect([pressed.status, pressed.text]).toEqual([
        200,
        expect.stringContaining('Your address is confirmed'),
      ]);
      expect((await forge.root.get(`/users/${user.id}`)).body).toMatchObject({
        confirmed_at: TIMESTAMP,
      });
      const again = await open(link, 'POST');
      expect([again.status, again.text]).toEqual([
        404,
        expect.stringContaining('This link does not work'),
      ]);
      expect((await open(`${forge.url}/users/confirmation`, 'POST')).text).toBe(again.text);
    });

    it('sends its form to the service only, is not cached and sends no Referer', async () => {
      for (const method of ['GET', 'POST']) {
        const { headers } = await open(`${forge.url}/users/confirmation`, method);
        const policy = headers.get('content-security-policy') ?? '';
        expect(policy).toContain(`form-action '${method === 'GET' ? 'self' : 'none'}'`);
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy).not.toContain('unsafe');
        expect(headers.get('cache-control')).toBe('private, no-store');
        expect(headers.get('referrer-policy')).toBe('no-referrer');
        expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      }
    });
  });
});

describe('The confirmation of an address while the mail server is unreachable', () => {
  it('stays pending, and the user is created', async () => {
    const mailbox = await openMailbox();
    await mailbox.close();
    const forge = await startForge({ SMTP_URL: mailbox.url });
    try {
      const alice = await forge.seed.user();
      expect(await forge.root.get(alice.at)).toEqual(
        answered(200, fullView(forge, alice, { confirmed_at: null })),
      );
    } finally {
      await forge.close();
    }
  });
});

it('is not possible with a link to the address between two concurrent changes', async () => {
  const forge = await startForge();
  const ada = await forge.seed.user();
  const first = 'first@example.com';
  const secret = 'a secret of a sent link';
  await sql(forge, `UPDATE users SET confirmed_at = NULL WHERE id = ${ada.id}`);
  // The second change has read the user, and waits. The first one commits, and its mail is sent.
  const service = forge.app.get(UsersService, { strict: false });
  const get = service.get.bind(service);
  service.get = async (...given) => {
    const before = await get(...given);
    Reflect.deleteProperty(service, 'get');
    expect((await forge.root.put(ada.at, { email: first })).status).toBe(200);
    const sent = `confirmation_digest = '${digest(secret)}', confirmation_sent_at = ${Date.now()}`;
    await sql(forge, `UPDATE users SET ${sent} WHERE id = ${ada.id}`);
    return before;
  };
  expect((await forge.root.put(ada.at, { email: ada.email })).status).toBe(200);
  const answer = await forge.anonymous.post('/confirmation', { confirmation_token: secret });
  expect(answer).toEqual(NOT_FOUND);
  await forge.close();
});

it('is not possible with a link to a former address, even if mail was turned off in between', async () => {
  const forge = await startForge();
  const ada = await forge.seed.user();
  const secret = 'a secret of a sent link';
  const sent = `confirmed_at = NULL, confirmation_digest = '${digest(secret)}', confirmation_sent_at = ${Date.now()}`;
  await sql(forge, `UPDATE users SET ${sent} WHERE id = ${ada.id}`);
  expect((await forge.root.put(ada.at, { email: 'moved@example.com' })).status).toBe(200);
  const answer = await forge.anonymous.post('/confirmation', { confirmation_token: secret });
  expect(answer).toEqual(NOT_FOUND);
  await forge.close();
});
