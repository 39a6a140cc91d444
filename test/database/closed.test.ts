import { startForge } from '../support/app.js';
import { engineOf } from '../support/internals.js';

describe('a closed service', () => {
  it('has closed its database', async () => {
    const forge = await startForge();
    const { dataSource } = engineOf(forge);
    expect(dataSource.isInitialized).toBe(true);
    await forge.close();
    expect(dataSource.isInitialized).toBe(false);
    await expect(dataSource.query('SELECT 1')).rejects.toThrow();
  });
});
