import { openSnapshot, type Snapshot } from '../../src/engines/copy/snapshot.js';
import { startForge, type Forge } from '../support/app.js';
import { readConfig, write } from '../support/internals.js';

let forge: Forge;
let snapshot: Snapshot;
beforeEach(async () => {
  forge = await startForge();
  snapshot = await openSnapshot(readConfig(forge.settings).database, { noticesChanges: true });
});
afterEach(async () => {
  await snapshot.close();
  await forge.close();
});

describe('A snapshot that notices changes', () => {
  it('is not outdated by requests that only read', async () => {
    expect((await forge.root.get('/users')).status).toBe(200);
    expect(await snapshot.isOutdated()).toBe(false);
  });

  it('is outdated by a new row', async () => {
    await forge.seed.user();
    expect(await snapshot.isOutdated()).toBe(true);
  });

  it('is outdated by a change that adds no row, in the second in which the snapshot was opened', async () => {
    await write(forge, "UPDATE users SET bio = 'new' WHERE id = 1", {});
    expect(await snapshot.isOutdated()).toBe(true);
  });
});
