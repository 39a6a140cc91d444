import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { LEVEL, type Resource, type SeededUser } from '../support/seed.js';

const LONG_AGO = '2016-03-11T03:45:40.000Z';

let forge: Forge;
let owner: SeededUser;
let project: Resource;
beforeAll(async () => {
  forge = await startForge();
  owner = await forge.seed.user();
  project = await forge.seed.project(owner);
});
afterAll(() => forge.close());

describe('created_at of a new issue', () => {
  const createdAt = async (client: Client, created_at = LONG_AGO) => {
    const given = { title: 'Old', created_at };
    const { status, body } = await client.post<Resource>(`${project.at}/issues`, given);
    expect(status).toBe(201);
    return body['created_at'];
  };

  it.each(['guest', 'master'] as const)(
    'is ignored from members below owner, even if it is invalid: %s',
    async (level) => {
      const member = await forge.seed.user();
      await forge.seed.member(project, member, LEVEL[level]);
      expect(await createdAt(member.client)).not.toBe(LONG_AGO);
      await createdAt(member.client, 'whenever');
    },
  );

  it('is accepted from the owner and from administrators', async () => {
    expect(await createdAt(owner.client)).toBe(LONG_AGO);
    expect(await createdAt(forge.root)).toBe(LONG_AGO);
  });

  it('is accepted from an administrator who acts as a member below owner', async () => {
    const guest = await forge.seed.user();
    await forge.seed.member(project, guest, LEVEL.guest);
    expect(await createdAt(forge.root.sudo(guest.id))).toBe(LONG_AGO);
  });

  it('gives no access to an administrator who acts as a user that cannot see the project', async () => {
    const stranger = await forge.seed.user();
    const given = { title: 'Old', created_at: LONG_AGO };
    const { status } = await forge.root.sudo(stranger.id).post(`${project.at}/issues`, given);
    expect(status).toBe(404);
  });
});
