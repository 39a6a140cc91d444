import { chromium, type Browser } from 'playwright-core';

/** Debian's, which `.ci/run` installs. */
const EXECUTABLE = '/usr/bin/chromium';

/** A real browser without a window. In containers tests run as root, for whom Chromium has no sandbox. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] });
