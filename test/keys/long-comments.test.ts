import { startForge } from '../support/app.js';
import { addKey, newKey, type KeyBody } from './keys.js';

/** Each of these characters takes four bytes. The page has more than 1 MiB. */
const COMMENT = '😀'.repeat(4_800);
const KEYS = 60;

it('is sent whole: a page of keys with long comments', async () => {
  const forge = await startForge();
  const ada = await forge.seed.user();
  const added: KeyBody[] = [];
  for (let n = 0; n < KEYS; n++)
    added.push(await addKey(ada.client, `Key ${n}`, `${newKey()} ${COMMENT}`));
  const { headers, body } = await ada.client.get('/user/keys');
  expect(headers.get('x-total')).toBe(String(KEYS));
  expect(body).toEqual(added.reverse());
  await forge.close();
});
