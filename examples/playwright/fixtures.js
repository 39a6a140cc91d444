import { test as base } from '@playwright/test';
import { startForge } from 'forgenote/testing';

export { expect } from '@playwright/test';

export const test = base.extend({
  /** One forge for each worker. */
  workerForge: [
    async ({}, use) => {
      const forge = await startForge();
      await use(forge);
      await forge.close();
    },
    { scope: 'worker' },
  ],
  /** Empty at the start of each test. */
  forge: async ({ workerForge }, use) => {
    await workerForge.reset();
    await use(workerForge);
  },
  baseURL: async ({ workerForge }, use) => use(workerForge.url),
});
