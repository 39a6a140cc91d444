import { defineConfig } from '@playwright/test';

export default defineConfig({ globalSetup: './global-setup.js', workers: 2, fullyParallel: true });
