import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startForge } from 'forgenote/testing';

describe('blocking a user', () => {
  let forge;
  beforeAll(async () => {
    // Takes the settings of docs/configuration.md.
    forge = await startForge({ PROFILE_FIELDS: 'historic' });
  });
  beforeEach(() => forge.reset());
  afterAll(() => forge.close());

  it('makes the token of a blocked user invalid', async () => {
    const ada = await forge.user({ username: 'ada' });
    expect(await forge.as(ada).get('/user')).toMatchObject({ status: 200, body: { skype: '' } });
    await forge.as(forge.root).put(`/users/${ada.id}/block`);
    expect(await forge.as(ada).get('/user')).toMatchObject({ status: 401 });
  });

  it('starts each test with root only', async () => {
    const ada = await forge.user({ username: 'ada' });
    expect(ada).toMatchObject({ id: 2, state: 'active' });
  });
});
