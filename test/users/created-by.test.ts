import { startForge, type Forge } from '../support/app.js';
import { sql } from '../support/internals.js';

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

describe('the record of who created a user', () => {
  const createdBy = async (id: number) => {
    const text = `SELECT created_by_id AS id FROM users WHERE id = ${id}`;
    return (await sql<{ id: number | null }>(forge, text))[0]?.id;
  };
  const someone = (username: string) => ({
    username,
    email: `${username}@example.com`,
    name: 'Some One',
    password: 'a good password',
  });

  it('names the caller', async () => {
    const admin = await forge.seed.admin();
    const { body } = await admin.client.post<{ id: number }>('/users', someone('one'));
    expect(await createdBy(body.id)).toBe(admin.id);
  });

  it('names the caller, not the user of sudo', async () => {
    const [caller, other] = [await forge.seed.admin(), await forge.seed.admin()];
    const { status, body } = await caller.client
      .sudo(other.id)
      .post<{ id: number }>('/users', someone('two'));
    expect(status).toBe(201);
    expect(await createdBy(body.id)).toBe(caller.id);
  });
});
