import { Logger } from '@nestjs/common';
import { Passwords } from '../../src/core/auth/passwords.js';
import { startForge } from '../../src/app/testing/in-process.js';
import { recordLog } from '../support/log.js';

it("leaves Nest's logger of this process as it is, and logs nothing to it", async () => {
  const log = recordLog();
  const tested = new Logger('the tested code');
  try {
    const starting = startForge();
    tested.log('during the start');
    const forge = await starting;
    tested.log('beside a forge');
    const hashes = forge.app.get(Passwords);
    Object.assign(hashes, { matches: () => Promise.reject(new Error('a defect')) });
    const session = { login: 'root', password: forge.root.password };
    expect((await forge.as(null).post('/session', session)).status).toBe(500);
    await forge.reset();
    await forge.close();
    tested.log('after the forge');
    expect(log.lines.map(({ message }) => message)).toEqual([
      'during the start',
      'beside a forge',
      'after the forge',
    ]);
  } finally {
    log.stop();
  }
});
