import { fillUserTerms } from '../../bench/fill-user-terms.js';
import { ENGINE } from '../../src/database/database.js';
import type { Engine } from '../../src/database/engine.js';
import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';

describe('filling the search terms for a measurement', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());

  const find = async (client: Client, search: string) => {
    const { body } = await client.get<{ username: string }[]>('/users', { search });
    return body.map(({ username }) => username);
  };

  it('writes the same rows as the service', async () => {
    const ada = await forge.seed.user({ username: 'ada', email: 'countess@example.com' });
    await ada.client.post('/user/emails', { email: 'ada@engine.example' });
    await forge.seed.user({ username: 'adam' });
    await forge.root.delete((await forge.seed.user({ username: 'adalbert' })).at);
    const { dataSource } = forge.app.get<Engine>(ENGINE);
    const terms = () =>
      dataSource.query<object[]>(
        `SELECT user_id, email_id, is_address, term, repeats, user_created_at FROM user_terms
         ORDER BY user_id, email_id, LENGTH(term)`,
      );
    const written = await terms();
    await fillUserTerms(dataSource);
    expect(await terms()).toEqual(written);
    expect(await find(forge.root, 'da')).toEqual(['adam', 'ada']);
    expect(await find(forge.root, 'ngine.ex')).toEqual(['ada']);
    expect(await find(ada.client, 'ngine.ex')).toEqual([]);
    expect(await find(ada.client, 'ada@engine.example')).toEqual(['ada']);
    expect(await find(forge.root, 'ghost')).toEqual([]);
  });
});
