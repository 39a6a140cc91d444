import { startForge } from '../support/app.js';
import { addKey, newKey, type KeyBody } from './keys.js';

/** Each of these characters takes four bytes. A page with 60 such keys is longer than what is sent at once. */
const COMMENT = '😀'.repeat(4_800);
const KEYS = 60;

it('is streamed whole: a page of keys with long comments', async () => {
  const forge = await startForge();
  const ada = await forge.seed.user();
  const added: KeyBody[] = [];
  for (let n = 0; n < KEYS; n++)
    added.push(await addKey(ada.client, `Key ${n}`, `${newKey()} ${COMMENT}`));
  const { headers, body } = await ada.client.get('/user/keys');
  // Only a response that is not in memory has no length.
  expect([headers.get('content-length'), headers.get('x-total')]).toEqual([null, String(KEYS)]);
  expect(body).toEqual(added.reverse());
  await forge.close();
});
