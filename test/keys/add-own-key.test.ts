import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';
import { addKey, INVALID, keyView, newKey, NO_KEYS, TAKEN } from './keys.js';

describe('POST /user/keys', () => {
  let forge: Forge;
  let ada: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
  });
  beforeEach(async () => {
    ada = await forge.seed.user();
  });
  afterAll(() => forge.close());

  const add = (given: object) => ada.client.post('/user/keys', given);
  const refused = (message: object) => answered(400, { message });

  it('answers 201 and the key', async () => {
    const key = `${newKey()} ada@laptop`;
    const answer = await add({ title: 'Laptop', key });
    expect(answer).toEqual(answered(201, keyView('Laptop', key)));
    expect(await ada.client.get('/user/keys')).toEqual(answered(200, [answer.body]));
  });

  it('takes a form', async () => {
    const [title, key] = ['A & B = 1 + 1', newKey()];
    expect(await add(new URLSearchParams({ title, key }))).toEqual(
      answered(201, keyView(title, key)),
    );
  });

  it.each([
    ['white space around it', (key: string) => ` \r\n${key}\t\n`, (key: string) => key],
    [
      'blanks inside',
      (key: string) => key.replace(' ', ' \t '),
      (key: string) => key.replace(' ', ' \t '),
    ],
    [
      'a comment beyond ASCII',
      (key: string) => `${key} Zoë’s 💻`,
      (key: string) => `${key} Zoë’s 💻`,
    ],
  ])('returns a key with %s as it was given, outer white space aside', async (_, given, kept) => {
    const key = newKey();
    expect(await add({ title: 'Laptop', key: given(key) })).toEqual(
      answered(201, keyView('Laptop', kept(key))),
    );
  });

  it.each([['T'], ['💻'.repeat(255)], [' at home '], ['<b>"&amp;'], ["Robert'); DROP TABLE--"]])(
    'keeps the title %s as it is',
    async (title) => {
      const key = newKey();
      expect(await add({ title, key })).toEqual(answered(201, keyView(title, key)));
    },
  );

  it('ignores what the service decides itself', async () => {
    const key = newKey();
    const more = { id: 7, user_id: 1, created_at: '2000-01-01T00:00:00Z', fingerprint: 'x' };
    const { body } = await ada.client.post<object>('/user/keys', { title: 'T', key, ...more });
    expect(body).toEqual(keyView('T', key));
    expect(body).not.toMatchObject({ created_at: expect.stringMatching(/^2000/) as unknown });
    expect((await forge.root.get('/user/keys')).body).toEqual([]);
  });

  it('adds it to the user an administrator acts as', async () => {
    const { body } = await forge.root
      .sudo(ada.id)
      .post('/user/keys', { title: 'From root', key: newKey() });
    expect((await ada.client.get('/user/keys')).body).toEqual([body]);
  });

  describe('refuses, with a map of what is wrong,', () => {
    it.each([
      ['nothing at all', {}, { title: ['is missing'], key: ['is missing'] }],
      ['a key without a title', { key: newKey() }, { title: ['is missing'] }],
      ['a title without a key', { title: 'T' }, { key: ['is missing'] }],
      ['an empty title', { title: '', key: newKey() }, { title: ["can't be blank"] }],
      ['a title of blanks', { title: ' \t\n', key: newKey() }, { title: ["can't be blank"] }],
      ['a title of null', { title: null, key: newKey() }, { title: ["can't be blank"] }],
      ['a title that is a list', { title: ['T'], key: newKey() }, { title: ['is invalid'] }],
      [
        'a title of 256 characters',
        { title: 'x'.repeat(256), key: newKey() },
        { title: ['is too long (maximum is 255 characters)'] },
      ],
      [
        'an empty key',
        { title: 'T', key: ' \n' },
        { key: ["can't be blank"], fingerprint: ['cannot be generated'] },
      ],
      [
        'a key of null',
        { title: 'T', key: null },
        { key: ["can't be blank"], fingerprint: ['cannot be generated'] },
      ],
      [
        'a key of 5,001 characters',
        { title: 'T', key: `${newKey()} `.padEnd(5_001, 'x') },
        {
          key: ['is too long (maximum is 5000 characters)'],
          fingerprint: ['cannot be generated'],
        },
      ],
      [
        'a bad title and a bad key',
        { title: '', key: 'x' },
        { title: ["can't be blank"], ...INVALID },
      ],
      ['no title and a bad key', { key: 'x' }, { title: ['is missing'], ...INVALID }],
    ])('%s', async (_, given, message) => {
      expect(await add(given)).toEqual(refused(message));
      expect((await ada.client.get('/user/keys')).body).toEqual([]);
    });

    it.each(NO_KEYS)('%s', async (_, key) => {
      expect(await add({ title: 'T', key })).toEqual(refused(INVALID));
    });

    it('a key of one’s own', async () => {
      const { key } = await addKey(ada.client);
      expect(await add({ title: 'Again', key })).toEqual(refused(TAKEN));
    });

    it('a key of somebody else, whatever the comment and the blanks', async () => {
      const { key } = await addKey((await forge.seed.user()).client);
      for (const same of [key, `${key} ada@laptop`, key.replace(' ', '\t')]) {
        expect(await add({ title: 'Mine', key: same })).toEqual(refused(TAKEN));
      }
    });

    it('a key somebody has, with a bad title', async () => {
      const { key } = await addKey(forge.root);
      expect(await add({ title: '', key })).toEqual(
        refused({ title: ["can't be blank"], ...TAKEN }),
      );
    });
  });

  it('takes a key its owner has deleted', async () => {
    const bob = await forge.seed.user();
    const { id, key } = await addKey(bob.client);
    await bob.client.delete(`/user/keys/${id}`);
    expect((await add({ title: 'Bob gave it to me', key })).status).toBe(201);
  });

  it('takes a key whose owner is gone', async () => {
    const bob = await forge.seed.user();
    const { key } = await addKey(bob.client);
    await forge.root.delete(bob.at);
    expect((await add({ title: 'Bob left it to me', key })).status).toBe(201);
  });
});
