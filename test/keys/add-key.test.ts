import { additionsOf } from '../keys-and-emails/kinds.js';
import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';
import { addKey, INVALID, keyView, newKey, INVALID_KEYS, TAKEN } from './keys.js';

let forge: Forge;
let ada: SeededUser;

beforeAll(async () => {
  forge = await startForge();
});
beforeEach(async () => {
  ada = await forge.seed.user();
});
afterAll(() => forge.close());

// POST /user/keys and POST /users/:id/keys
describe.each(additionsOf('keys'))('POST $route', ({ failure, add: addTo }) => {
  const add = (given: object) => addTo(forge, ada, given);
  const refused = (message: object) => answered(failure, { message });

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
  ])('trims a key with %s and keeps the rest', async (_, given, kept) => {
    const key = newKey();
    expect(await add({ title: 'Laptop', key: given(key) })).toEqual(
      answered(201, keyView('Laptop', kept(key))),
    );
  });

  it.each([
    ['T'],
    ['💻'.repeat(255)],
    [' at home '],
    ['<b>"&amp;'],
    ["Robert'); DROP TABLE--"],
    ['A & B = 1 + 1'],
  ])('keeps the title %s in JSON and in a form', async (title) => {
    const [key, other] = [newKey(), newKey()];
    expect(await add({ title, key })).toEqual(answered(201, keyView(title, key)));
    expect(await add(new URLSearchParams({ title, key: other }))).toEqual(
      answered(201, keyView(title, other)),
    );
  });

  it('ignores created_at', async () => {
    const given = { title: 'T', key: newKey(), created_at: '2000-01-01T00:00:00Z' };
    const { status, body } = await add(given);
    expect(status).toBe(201);
    expect(body).not.toMatchObject({ created_at: expect.stringMatching(/^2000/) as unknown });
  });

  it.each([
    ['nothing', {}, { title: ['is missing'], key: ['is missing'] }],
    ['a key without a title', { key: newKey() }, { title: ['is missing'] }],
    ['a title without a key', { title: 'T' }, { key: ['is missing'] }],
    ['an empty title', { title: '', key: newKey() }, { title: ["can't be blank"] }],
    ['a blank title', { title: '\u200b', key: newKey() }, { title: ["can't be blank"] }],
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
  ])('refuses %s and names each problem', async (_, given, message) => {
    expect(await add(given)).toEqual(refused(message));
    expect((await ada.client.get('/user/keys')).body).toEqual([]);
  });

  it.each(INVALID_KEYS)('refuses %s as a key', async (_, key) => {
    expect(await add({ title: 'T', key })).toEqual(refused(INVALID));
  });

  it('refuses the key of another user with any comment and blanks', async () => {
    const { key } = await addKey((await forge.seed.user()).client);
    for (const same of [key, `${key} ada@laptop`, key.replace(' ', '\t')]) {
      expect(await add({ title: 'Mine', key: same })).toEqual(refused(TAKEN));
    }
  });

  it('names a bad title and a taken key together', async () => {
    const { key } = await addKey((await forge.seed.user()).client);
    expect(await add({ title: '', key })).toEqual(refused({ title: ["can't be blank"], ...TAKEN }));
  });
});
