import type { Forge } from '../support/app.js';
import { answered } from '../support/views.js';
import { send, type Call } from './call.js';

/** Declares that an operation is for administrators, whatever its path names and its body says. */
export function adminOnly(forge: () => Forge, call: Call): void {
  describe('is for administrators', () => {
    const refused = () => answered(403, { message: '403 Forbidden' });

    it('is refused to a normal user', async () => {
      const alice = await forge().seed.user();
      expect(await send(alice.client, call)).toEqual(refused());
    });

    it('is refused to an administrator who acts as a normal user', async () => {
      const alice = await forge().seed.user();
      expect(await send(forge().root.sudo(alice.id), call)).toEqual(refused());
    });

    it('is refused before anything the request names is looked at', async () => {
      const alice = await forge().seed.user();
      const path = call.path.replace(/\d+/, '999999');
      const body = call.method === 'GET' ? undefined : { email: [], page: 'x', hard_delete: 'x' };
      expect(await send(alice.client, { ...call, path, body })).toEqual(refused());
    });
  });
}
