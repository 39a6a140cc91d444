import { startForge, type Forge } from '../support/app.js';
import { openMailbox, type Mail, type Mailbox } from '../support/mailbox.js';
import { answered, fullView, TIMESTAMP } from '../support/expected-responses.js';

describe('The confirmation of an address by GET /confirmation', () => {
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
  const linkIn = ({ text }: Mail) => /^http\S+/m.exec(text)?.[0] ?? 'no link';
  const statusOfSignIn = async (login: string) =>
    (await forge.anonymous.post('/session', { login, password: 'a good password' })).status;

  it('is requested by mail', async () => {
    const { user } = await create();
    const mail = await mailbox.next();
    expect([mail.from, mail.to]).toEqual(['forge@example.com', [user.email]]);
    expect(mail.headers).toMatch(/^From: Forgenote <forge@example\.com>$/m);
    expect(mail.headers).toContain(`\r\nTo: Some One <${user.email}>\r\n`);
    expect(mail.text).toMatch(/^Hello Some One,\r\n/);
  });

  it('sets confirmed_at, which is null until then', async () => {
    const { answer, user } = await create({ confirm: true });
    const waiting = fullView(forge, user, { confirmed_at: null });
    expect(answer).toEqual(answered(201, waiting));
    const link = linkIn(await mailbox.next());
    expect(await forge.root.get(`/users/${user.id}`)).toEqual(answered(200, waiting));
    expect(await forge.anonymous.send('GET', link)).toEqual(answered(200, true));
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
    expect((await forge.anonymous.send('GET', old)).status).toBe(404);
    expect(await forge.anonymous.send('GET', linkIn(mail))).toEqual(answered(200, true));
  });

  it('is not requested again if other fields change', async () => {
    const { user } = await create();
    const link = linkIn(await mailbox.next());
    await forge.root.put(`/users/${user.id}`, { name: 'Other', email: user.email });
    expect(await forge.anonymous.send('GET', link)).toEqual(answered(200, true));
  });

  it('applies to one user only', async () => {
    const one = await create();
    const two = await create();
    const mails = [await mailbox.next(), await mailbox.next()];
    const secondMail = mails.find(({ to }) => to[0] === two.user.email);
    await forge.anonymous.send('GET', secondMail ? linkIn(secondMail) : 'no mail');
    expect(await forge.root.get(`/users/${one.user.id}`)).toEqual(
      answered(200, fullView(forge, one.user, { confirmed_at: null })),
    );
  });

  it('returns 404 for a link that was used', async () => {
    await create();
    const link = linkIn(await mailbox.next());
    await forge.anonymous.send('GET', link);
    expect(await forge.anonymous.send('GET', link)).toEqual(
      answered(404, { message: '404 User Not Found' }),
    );
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
    const { status, body } = await forge.anonymous.get('/confirmation', {
      confirmation_token: 'nobodys-secret',
    });
    expect([status, body]).toEqual([404, { message: '404 User Not Found' }]);
  });

  it('returns 400 without a secret', async () => {
    expect(await forge.anonymous.get('/confirmation')).toEqual(
      answered(400, { message: { confirmation_token: ['is missing'] } }),
    );
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
