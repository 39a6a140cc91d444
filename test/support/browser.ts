import { chromium, type Browser, type Page } from 'playwright-core';

/** Debian's, which `.ci/run` installs. */
const EXECUTABLE = '/usr/bin/chromium';

/** A real browser without a window. In containers tests run as root, for whom Chromium has no sandbox. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] });

/** What a page says to its developers from here on: messages, errors, and requests that failed. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => complaints.push(request.url()));
  return complaints;
}
