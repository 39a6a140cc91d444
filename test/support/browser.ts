import { chromium, type Browser, type Page } from 'playwright-core';

/** The path in Debian, where `.ci/run` installs Chromium. */
const EXECUTABLE = '/usr/bin/chromium';

/** Starts a headless browser. Containers run tests as root, and Chromium has no sandbox for root. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] });

/** Collects console messages, errors and failed requests of a page from now on. */
export function collectPageProblems(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => complaints.push(request.url()));
  return complaints;
}
