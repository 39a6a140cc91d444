import type { Forge } from '../support/app.js';
import { answered } from '../support/views.js';
import { send, type Call } from './call.js';

/** Declares that an operation knows sudo and refuses it where it has to be refused. */
export function refusesBadSudo(forge: () => Forge, call: Call): void {
  describe('with sudo', () => {
    it('is refused to who is no administrator, be it to act as himself', async () => {
      const alice = await forge().seed.user();
      expect(await send(alice.client.sudo(alice.id), call)).toEqual(
        answered(403, { message: '403 Forbidden  - Must be admin to use sudo' }),
      );
    });

    it('is refused when it is blank', async () => {
      expect(await send(forge().root.sudo(''), call)).toEqual(
        answered(400, { message: { sudo: ['is invalid'] } }),
      );
    });

    it('is refused when it names nobody', async () => {
      expect(await send(forge().root.sudo('nobody'), call)).toEqual(
        answered(404, { message: '404 No user id or username for: nobody Not Found' }),
      );
    });

    it('is refused when it names somebody blocked', async () => {
      const mallory = await forge().seed.admin();
      await forge().root.put(`${mallory.at}/block`);
      expect(await send(forge().root.sudo(mallory.id), call)).toEqual(
        answered(403, { message: '403 Forbidden  - The user to act as is blocked' }),
      );
    });
  });
}
