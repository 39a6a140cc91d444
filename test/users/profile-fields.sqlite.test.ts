import { createRequire } from 'node:module';
import { buildDocument } from '../../src/http/openapi/document.js';
import { Routes } from '../../src/http/openapi/routes.js';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { answered, fullView, profileView } from '../support/expected-responses.js';

/** npm's node-gitlab 1.6.1, as far as this job needs it. */
interface NodeGitlab {
  users: {
    create(params: object): Promise<Record<string, unknown>>;
    update(params: object): Promise<Record<string, unknown>>;
    get(params: object): Promise<Record<string, unknown>>;
  };
}

const { createPromise } = createRequire(import.meta.url)('node-gitlab') as {
  createPromise: (options: { api: string; privateToken: string }) => NodeGitlab;
};

const FORM = 'application/x-www-form-urlencoded';
const NEUTRAL = ['messenger', 'professional_network', 'microblog'];
const HISTORIC = ['skype', 'linkedin', 'twitter'];
const NAMES = { neutral: NEUTRAL, historic: HISTORIC };

/** The three fields under these names. */
const fields = (names: string[], values: string[]) =>
  Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']));

/** A view without the three fields under their neutral names, and with these. */
const withFields = (view: Record<string, unknown>, names: string[], values: string[]) => ({
  ...Object.fromEntries(Object.entries(view).filter(([name]) => !NEUTRAL.includes(name))),
  ...fields(names, values),
});

// Every answer is also compared with the closed schemas of the document the service itself has.
describe.each(['neutral', 'historic'] as const)('With PROFILE_FIELDS=%s', (spelling) => {
  const other = spelling === 'neutral' ? 'historic' : 'neutral';
  const names = NAMES[spelling];
  const others = NAMES[other];
  const given = ['ada.l', 'in/ada', '@ada'];

  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge({ PROFILE_FIELDS: spelling });
  });
  afterAll(() => forge.close());

  it.each([spelling, other] as const)('accepts the %s names in POST', async (used) => {
    const ada = await forge.seed.user(fields(NAMES[used], given));
    const { body } = await forge.root.get(ada.at);
    expect(body).toEqual(withFields(fullView(forge, ada), names, given));
  });

  it.each([spelling, other] as const)(
    'accepts the %s names in PUT, alone or for clearing',
    async (used) => {
      const ada = await forge.seed.user(fields(names, given));
      const [, network = ''] = NAMES[used];
      const expected = (value: string) =>
        answered(200, withFields(fullView(forge, ada), names, ['ada.l', value, '@ada']));
      expect(await forge.root.put(ada.at, { [network]: 'in/countess' })).toEqual(
        expected('in/countess'),
      );
      expect(await forge.root.type(FORM).put(ada.at, `${network}=in%2Fada`)).toEqual(
        expected('in/ada'),
      );
      expect(await forge.root.put(ada.at, { [network]: null })).toEqual(expected(''));
    },
  );

  it('returns the names of the setting wherever it returns a profile', async () => {
    const ada = await forge.seed.user(fields(names, given));
    const full = withFields(fullView(forge, ada), names, given);
    const profile = withFields(profileView(forge, ada), names, given);
    expect(await ada.client.get(ada.at)).toEqual(answered(200, profile));
    expect(await ada.client.get('/user')).toEqual(answered(200, full));
    expect(await forge.root.get('/user', { sudo: ada.id })).toEqual(
      answered(200, { ...full, private_token: ada.token }),
    );
    expect((await forge.root.get('/users', { username: ada.username })).body).toEqual([full]);
    const session = await forge.anonymous.post<object>('/session', {
      ...{ login: ada.username, password: ada.password },
    });
    expect(session.body).toMatchObject(fields(names, given));
    expect(Object.keys(session.body)).not.toContain(others[0]);
    expect((await forge.root.delete<object>(ada.at)).body).toMatchObject(fields(names, given));
  });

  it('prefers the names of the setting if both are given', async () => {
    const both = { ...fields(others, ['x', 'y', 'z']), ...fields(names, given) };
    const ada = await forge.seed.user(both);
    const expected = (values: string[]) =>
      answered(200, withFields(fullView(forge, ada), names, values));
    expect(await forge.root.get(ada.at)).toEqual(expected(given));
    const [messenger = '', network = ''] = names;
    const [otherMessenger = '', otherNetwork = ''] = others;
    const change = { [otherMessenger]: 'no', [messenger]: '', [otherNetwork]: 'yes' };
    expect(await forge.root.put(ada.at, change)).toEqual(expected(['', 'yes', '@ada']));
    expect(await forge.root.put(ada.at, { [otherNetwork]: 'no', [network]: 'a' })).toEqual(
      expected(['', 'a', '@ada']),
    );
  });

  it.each([spelling, other] as const)('names errors by the %s name that was used', async (used) => {
    const [messenger = '', , microblog = ''] = NAMES[used];
    const wrong = { [messenger]: 'x'.repeat(256), [microblog]: {} };
    const message = {
      [messenger]: ['is too long (maximum is 255 characters)'],
      [microblog]: ['is invalid'],
    };
    const person = {
      username: 'eve',
      email: 'eve@example.com',
      name: 'E',
      password: 'a password',
    };
    expect(await forge.root.post('/users', { ...person, ...wrong })).toEqual(
      answered(400, { message }),
    );
    const ada = await forge.seed.user();
    expect(await forge.root.put(ada.at, wrong)).toEqual(answered(404, { message }));
  });

  it('documents the names of the setting and changes nothing else in the document', () => {
    const neutral = buildDocument(forge.app.get(Routes).list, { publicUrl: forge.url });
    const text = JSON.stringify(neutral);
    expect(NEUTRAL.filter((name) => !text.includes(`"${name}":{`))).toEqual([]);
    const translated = NEUTRAL.reduce(
      (so, name, i) => so.replaceAll(`"${name}"`, `"${names[i] ?? ''}"`),
      text,
    );
    expect(JSON.stringify(forge.contract.document)).toBe(translated);
  });

  it('works with npm node-gitlab 1.6.1', async () => {
    const client = createPromise({ api: forge.api, privateToken: ROOT.token });
    const person = {
      username: 'grace',
      name: 'Grace Hopper',
      email: 'grace@example.com',
      password: 'a password',
    };
    const created = await client.users.create({ ...person, ...fields(HISTORIC, given) });
    expect(created).toMatchObject(fields(names, given));
    const changed = await client.users.update({ user_id: created['id'], twitter: '@grace' });
    expect(changed).toMatchObject(fields(names, ['ada.l', 'in/ada', '@grace']));
    const read = await client.users.get({ user_id: created['id'] });
    expect(read).toMatchObject(fields(names, ['ada.l', 'in/ada', '@grace']));
  });
});
