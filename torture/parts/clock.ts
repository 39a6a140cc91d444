import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BOTH, type Part } from '../part.js';
import type { Stage } from '../stage.js';

const CLIENTS = 6;
/** Debian's package libfaketime. */
const LIBRARIES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
);
/** In seconds, relative to the true time. */
const STEPS = { short: [-3_600, 0], long: [-3_600, 0, 86_400, -60, -7_200, 3_600, 0] };
const STEP_MS = 1_500;

/** The clock of the service jumps while it runs. */
export const clock: Part = {
  name: 'clock',
  engines: BOTH,
  control: 'two-clocks',
  run: async (stage) => {
    const set = fakeClock(stage);
    set(0);
    await stage.start();
    const players = await stage.enter(CLIENTS);
    const steps = STEPS[stage.size(0, 1) === 0 ? 'short' : 'long'];
    await stage.playFor(players, STEP_MS);
    for (const seconds of steps) {
      set(seconds);
      await stage.playFor(players, STEP_MS);
    }
    return `clock set ${steps.length} times`;
  },
};

/** Lets the service start with a clock of its own. Returns how to set it. */
function fakeClock({ env, options }: Stage): (seconds: number) => void {
  const library = LIBRARIES.find((path) => existsSync(path));
  if (!library) throw new Error('The part clock needs libfaketime: apt-get install libfaketime');
  const folder = mkdtempSync(join(tmpdir(), 'forgenote-torture-'));
  options.cleanup.add(() => {
    rmSync(folder, { recursive: true, force: true });
    return Promise.resolve();
  });
  const file = join(folder, 'clock');
  Object.assign(env, {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    // Timers go on, as when an operator or NTP sets the clock.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  return (seconds) => {
    writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`);
  };
}
