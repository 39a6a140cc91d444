import { KITS, type Forge } from '../support/kit.js';

describe.each(KITS)('a forge %s with mails', (_name, startForge) => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge({ mails: true, MAIL_FROM: 'Forge <forge@example.com>' });
  });
  afterAll(() => forge.close());
  beforeEach(() => forge.reset());

  const signUp = (username: string) =>
    forge.as(forge.root).post('/users', {
      ...{ username, name: 'Ada', email: `${username}@example.com`, password: 'open sesame' },
    });
  const confirmedAt = async (id: number) => {
    const { body } = await forge.as(forge.root).get<{ confirmed_at: unknown }>(`/users/${id}`);
    return body.confirmed_at;
  };
  const confirm = (link = '') => {
    const confirmation_token = new URL(link).searchParams.get('confirmation_token');
    return forge.as(null).post('/confirmation', { confirmation_token });
  };

  it('keeps mails with their links, which work', async () => {
    await signUp('ada');
    const mails = await forge.mails();
    const secret = /[\w-]{20}/.source;
    const link = new RegExp(`^${forge.url}/users/confirmation\\?confirmation_token=${secret}$`);
    expect(mails).toEqual([
      {
        time: expect.stringMatching(/Z$/) as unknown,
        from: 'Forge <forge@example.com>',
        to: 'ada@example.com',
        subject: 'Confirm your address',
        text: expect.stringContaining('Hello Ada') as unknown,
        links: [expect.stringMatching(link)],
      },
    ]);
    expect(await confirmedAt(2)).toBeNull();
    expect((await confirm(mails[0]?.links[0])).status).toBe(201);
    expect(await confirmedAt(2)).not.toBeNull();
  });

  it('has them in their order, until a reset', async () => {
    for (const name of ['ada', 'grace']) await signUp(name);
    const recipients = async () => (await forge.mails()).map(({ to }) => to);
    expect(await recipients()).toEqual(['ada@example.com', 'grace@example.com']);
    await forge.reset();
    expect(await recipients()).toEqual([]);
  });

  it('sends none to users of builders, unless asked to', async () => {
    const ada = await forge.user();
    expect(await forge.mails()).toEqual([]);
    expect(await confirmedAt(ada.id)).not.toBeNull();
    const grace = await forge.user({ confirm: true });
    expect(await forge.mails()).toMatchObject([{ to: grace.email }]);
  });
});

describe.each(KITS)('startForge %s', (_name, startForge) => {
  it('sends no mails unless asked to', async () => {
    const forge = await startForge();
    try {
      await expect(forge.mails()).rejects.toThrow(
        'This forge sends no mails: start it with startForge({ mails: true }).',
      );
    } finally {
      await forge.close();
    }
  });

  it('refuses another mail server, and what is neither on nor off', async () => {
    await expect(startForge({ mails: true, SMTP_URL: 'smtp://mail.example' })).rejects.toThrow(
      'A test forge sets SMTP_URL itself: leave it out',
    );
    await expect(startForge({ mails: 'please' as never })).rejects.toThrow(
      'mails must be on or off, not "please"',
    );
  });
});
