import { Programs } from '../support/programs.js';

const [OLD, NEW] = ['o'.repeat(40), 'n'.repeat(40)];
const BEFORE = { SECRET_KEY: OLD, SECRET_KEY_PREVIOUS: NEW };
const AFTER = { SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD };

const programs = new Programs({ ADMIN_TOKEN: 'token-of-root-0000000', DRAIN_TIME: '0' });

async function rotate(settings: Record<string, string>): Promise<[number | null, string]> {
  const command = programs.start(settings, 'rotate-key');
  const code = await command.exit();
  return [code, command.stdout + command.stderr];
}

/** Starts the service, and stops it. */
async function start(settings: Record<string, string>): Promise<void> {
  const service = programs.start(settings);
  await service.address();
  service.signal('SIGTERM');
  expect(await service.exit()).toBe(0);
}

describe('forgenote rotate-key with SECRET_KEY', () => {
  it('refuses with 78 if SECRET_KEY is still the present key', async () => {
    await start({ SECRET_KEY: OLD });
    expect(await rotate(BEFORE)).toEqual([
      78,
      expect.stringMatching(
        /^All private tokens are encrypted with SECRET_KEY, none with SECRET_KEY_PREVIOUS, and nothing was changed\. .*set SECRET_KEY to the new one and SECRET_KEY_PREVIOUS to the present one/,
      ),
    ]);
    await start({ SECRET_KEY: OLD });
  });

  it('refuses with 78 to go back to a key that it has replaced', async () => {
    await start({ SECRET_KEY: OLD });
    expect(await rotate(AFTER)).toEqual([0, expect.stringContaining('new key: 1.')]);
    expect(await rotate(BEFORE)).toEqual([
      78,
      expect.stringMatching(
        /^SECRET_KEY is a key that rotate-key has replaced, and nothing was changed: set SECRET_KEY to the key that replaced it/,
      ),
    ]);
    await start({ SECRET_KEY: NEW });
  });
});
