import type { Forge } from '../support/app.js';
import { answered } from '../support/views.js';
import { send, type Call } from './call.js';

/** Declares that an operation refuses everybody without a good token. */
export function requiresToken(forge: () => Forge, call: Call): void {
  describe('requires a token', () => {
    const refused = () => answered(401, { message: '401 Unauthorized' });

    it('is refused without one', async () => {
      expect(await send(forge().anonymous, call)).toEqual(refused());
    });

    it('is refused with a blank one', async () => {
      expect(await send(forge().as(''), call)).toEqual(refused());
    });

    it('is refused with one nobody has', async () => {
      expect(await send(forge().as('nobodys-token-0000000'), call)).toEqual(refused());
    });

    it('is refused with that of a blocked administrator', async () => {
      const mallory = await forge().seed.admin();
      await forge().root.put(`${mallory.at}/block`);
      expect(await send(mallory.client, call)).toEqual(refused());
    });
  });
}
