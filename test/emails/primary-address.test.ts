import { auditRows, lastAuditId } from '../audit/rows.js';
import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';
import { addEmail, emailView, newAddress } from './emails.js';

/** Whatever the id of a primary address is, no operation on secondary addresses finds it. */
describe('A primary address', () => {
  let forge: Forge;
  let ada: SeededUser;
  let bob: SeededUser;
  /** Every id that the primary addresses of both may have. */
  let ids: number[];

  beforeAll(async () => {
    forge = await startForge();
  });
  beforeEach(async () => {
    [ada, bob] = [await forge.seed.user(), await forge.seed.user()];
    const { id } = await addEmail(ada.client);
    ids = Array.from({ length: id - 1 }, (_, n) => n + 1);
  });
  afterAll(() => forge.close());

  const notFound = answered(404, { message: '404 Email Not Found' });

  /** Each address is free for the other user if its row is gone. */
  async function expectBothKept() {
    for (const [by, { email }] of [
      [ada, bob],
      [bob, ada],
    ] as const) {
      expect((await by.client.post('/user/emails', { email })).status).toBe(400);
    }
  }

  it('is not found by GET /user/emails/:id', async () => {
    const answers = await Promise.all(ids.map((id) => bob.client.get(`/user/emails/${id}`)));
    expect(answers).toEqual(ids.map(() => notFound));
  });

  it('is not deleted by DELETE /user/emails/:id', async () => {
    for (const id of ids) {
      expect(await bob.client.delete(`/user/emails/${id}`)).toEqual(answered(200, null));
    }
    await expectBothKept();
  });

  it('is not deleted by DELETE /users/:uid/emails/:id', async () => {
    for (const id of ids) {
      expect(await forge.root.delete(`${bob.at}/emails/${id}`)).toEqual(notFound);
    }
    await expectBothKept();
  });

  it('is no longer listed by GET /user/emails when it was a secondary address', async () => {
    const [home, work] = [newAddress(), newAddress()];
    await addEmail(bob.client, home);
    await addEmail(bob.client, work);
    await forge.root.put(bob.at, { email: work });
    expect(await bob.client.get('/user/emails')).toEqual(answered(200, [emailView(home)]));
  });

  it('has an event when it was a secondary address, in the same change as the user', async () => {
    const work = newAddress();
    await addEmail(bob.client, work);
    const last = await lastAuditId(forge);
    expect((await forge.root.put(bob.at, { email: work, bio: 'b' })).status).toBe(200);
    // The same address again removes nothing.
    expect((await forge.root.put(bob.at, { email: work, bio: 'c' })).status).toBe(200);
    const details = {
      ...{ username: bob.username, email: work, reason: 'it is the primary address now' },
    };
    const rows = await auditRows(forge, last);
    expect(rows.map(({ action }) => action)).toEqual([
      'email.removed',
      ...['user.updated', 'user.updated'],
    ]);
    expect(rows[0]).toMatchObject({ subject_id: bob.id, caller_name: 'root', details });
  });

  it('goes to one user when two requests take it concurrently', async () => {
    const email = newAddress();
    const [added, changed] = await Promise.all([
      ada.client.post('/user/emails', { email }),
      forge.root.put(bob.at, { email }),
    ]);
    expect([
      [201, 404],
      [400, 200],
    ]).toContainEqual([added.status, changed.status]);
  });
});
