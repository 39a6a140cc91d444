import { auditRows, lastAuditId } from '../audit/rows.js';
import { startForge, type Forge } from '../support/app.js';
import { answered, fullView } from '../support/expected-responses.js';
import type { SeededUser } from '../support/seed.js';

const TOKEN = expect.stringMatching(/^[\w-]{20}$/) as string;

describe('The reset of a private token', () => {
  let forge: Forge;
  let alice: SeededUser;
  beforeAll(async () => {
    forge = await startForge();
  });
  beforeEach(async () => {
    alice = await forge.seed.user();
  });
  afterAll(() => forge.close());

  const statusWith = async (token: string) => (await forge.as(token).get('/user')).status;
  const newTokenIn = ({ body }: { body: unknown }) =>
    (body as { private_token: string }).private_token;

  it.each([
    ['POST /user/private_token/reset', () => alice.client.post('/user/private_token/reset')],
    [
      'POST /users/:id/private_token/reset',
      () => forge.root.post(`${alice.at}/private_token/reset`),
    ],
  ])('returns the user with the new token, and the old one stops: %s', async (_, reset) => {
    const answer = await reset();
    expect(answer).toEqual(answered(201, { ...fullView(forge, alice), private_token: TOKEN }));
    expect(newTokenIn(answer)).not.toBe(alice.token);
    expect(await statusWith(alice.token)).toBe(401);
    expect(await statusWith(newTokenIn(answer))).toBe(200);
  });

  it('is recorded without the token', async () => {
    const before = await lastAuditId(forge);
    const answer = await forge.root.post(`${alice.at}/private_token/reset`);
    const rows = await auditRows(forge, before);
    expect(rows).toMatchObject([
      {
        ...{ action: 'user.token_reset', caller_id: 1, caller_name: 'root', actor_id: 1 },
        ...{ subject_type: 'user', subject_id: alice.id, details: { username: alice.username } },
      },
    ]);
    for (const token of [alice.token, newTokenIn(answer)])
      expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('succeeds once for 8 concurrent requests with the same token', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => alice.client.post('/user/private_token/reset')),
    );
    const [done, ...more] = answers.filter(({ status }) => status === 201);
    expect(more).toEqual([]);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(7);
    expect(done && (await statusWith(newTokenIn(done)))).toBe(200);
  });

  it('changes the token of the effective user with sudo', async () => {
    const answer = await forge.root.sudo(alice.id).post('/user/private_token/reset');
    expect(answer).toMatchObject({ status: 201, body: { id: alice.id } });
    expect(await statusWith(alice.token)).toBe(401);
    expect((await forge.root.get('/user')).status).toBe(200);
  });

  it('works for blocked users, who stay blocked', async () => {
    await forge.root.put(`${alice.at}/block`);
    const answer = await forge.root.post(`${alice.at}/private_token/reset`);
    expect(answer).toMatchObject({ status: 201, body: { state: 'blocked' } });
    expect(await statusWith(newTokenIn(answer))).toBe(401);
  });

  it('returns 403 to users who are not administrators', async () => {
    expect(await alice.client.post('/users/1/private_token/reset')).toEqual(
      answered(403, { message: '403 Forbidden' }),
    );
  });
});
