import { startForge, type Forge } from '../support/app.js';
import { answered } from '../support/expected-responses.js';

describe('POST /users', () => {
  let forge: Forge;

  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());

  let count = 0;
  function create(given: object) {
    const username = `someone${++count}`;
    const email = `${username}@example.com`;
    const rest = { name: 'Some One', password: 'a good password' };
    const all = { username, email, ...rest, ...given };
    return forge.root.post<Record<string, unknown>>('/users', all);
  }

  const required = ['email', 'username', 'name', 'password'];
  const profile = ['bio', 'location', 'organization', 'messenger', 'professional_network'];
  const optional = [...profile, 'microblog', 'website_url'];
  const flags = ['admin', 'external', 'can_create_group', 'confirm'];

  type Rule = [field: string, value: unknown, problem: string];
  const each = (fields: string[], values: unknown[], problem: string): Rule[] =>
    fields.flatMap((field) => values.map((value): Rule => [field, value, problem]));

  const long = (length: number) => 'x'.repeat(length);
  /** Two UTF-16 units, four bytes and one character each. */
  const emoji = (length: number) => '😀'.repeat(length);
  const tooLong = (length: number) => `is too long (maximum is ${length} characters)`;

  describe('with invalid parameters', () => {
    it('names every missing parameter', async () => {
      const missing = ['is missing'];
      expect(await forge.root.post('/users')).toEqual(
        answered(400, {
          message: { email: missing, password: missing, username: missing, name: missing },
        }),
      );
    });

    it('names every invalid parameter', async () => {
      expect(await create({ email: 'x', name: '', projects_limit: -1, provider: 'ldap' })).toEqual(
        answered(400, {
          message: {
            email: ['is invalid'],
            name: ["can't be blank"],
            projects_limit: ['must be greater than or equal to 0'],
            extern_uid: ['is missing'],
          },
        }),
      );
    });

    it.each([
      ...each(required, [null, '', ' \t\u00a0', '\u200b\u3164', '\u2800\u00ad'], "can't be blank"),
      ...each([...required, ...optional], [{}, ['text'], true, '\ud83d'], 'is invalid'),
      ...each(optional, [emoji(256)], tooLong(255)),
      ...each(['email'], ['no.at', 'two@at@signs', '@example.com', 'a@', '@'], 'is invalid'),
      ...each(['email'], ['a b@example.com', 'a@b\tc', 'a@\u2003b'], 'is invalid'),
      ...each(['email'], [`${long(243)}@example.com`], tooLong(254)),
      ...each(['username'], ['-first', 'last.', 'some.git', 'some.ATOM'], 'is invalid'),
      ...each(['username'], ['with space', ' some', 'ä', 'a/b', 'a@b', 'a%'], 'is invalid'),
      ...each(['username'], [long(256)], tooLong(255)),
      ...each(['name'], [emoji(256)], tooLong(255)),
      ...each(['name'], ['two\nlines'], 'should be a single line'),
      ...each(['password'], [emoji(7)], 'is too short (minimum is 8 characters)'),
      ...each(['password'], [emoji(129)], tooLong(128)),
      ...each(['projects_limit'], [-1, '-1'], 'must be greater than or equal to 0'),
      ...each(['projects_limit'], ['ten', '1.5', 1.5, '1e2', true, {}, [3]], 'is not a number'),
      ...each(flags, ['maybe', 2, {}, [true]], 'is invalid'),
    ])('returns 400 for %s: %j', async (field, value, problem) => {
      expect(await create({ [field]: value })).toEqual(
        answered(400, { message: { [field]: [problem] } }),
      );
    });

    const reserved = `admin all api assets dashboard docs files groups help health hooks issues
      merge_requests metrics new notes profile projects public repository s search services session
      snippets teams u unsubscribes user users ghost .well-known robots.txt`.split(/\s+/);

    it.each(reserved.flatMap((name) => [name, name.toUpperCase()]))(
      'returns 400 for the reserved name %s',
      async (username) => {
        expect(await create({ username })).toEqual(
          answered(400, { message: { username: [`${username} is a reserved name`] } }),
        );
      },
    );

    it.each([
      [{ provider: 'ldap' }, { extern_uid: ['is missing'] }],
      [{ extern_uid: 'cn=one' }, { provider: ['is missing'] }],
      [{ provider: '', extern_uid: 'cn=one' }, { provider: ["can't be blank"] }],
      [{ provider: 'ldap', extern_uid: ['cn=one'] }, { extern_uid: ['is invalid'] }],
      [{ provider: 'ldap', extern_uid: emoji(513) }, { extern_uid: [tooLong(512)] }],
      [{ provider: emoji(256), extern_uid: 'cn=one' }, { provider: [tooLong(255)] }],
    ])('returns 400 for the incomplete identity %j', async (given, message) => {
      expect(await create(given)).toEqual(answered(400, { message }));
    });
  });
});
