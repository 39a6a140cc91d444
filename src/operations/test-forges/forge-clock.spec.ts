import { clockTime } from '../../database/clock.js';
import { ForgeClock } from './forge-clock.js';

const RealDate = Date;
const FAKE_NOW = new Date('2015-01-01').getTime();

/** As fake timers of test runners do: Vitest, Jest and Sinon replace the class. */
function fakeDate(): void {
  globalThis.Date = class extends RealDate {
    static override now = () => FAKE_NOW;
  } as DateConstructor;
}

afterEach(() => (globalThis.Date = RealDate));

describe('ForgeClock', () => {
  it('works after it was first set while a fake Date was installed', () => {
    const clock = new ForgeClock();
    fakeDate();
    clock.set('2020-01-01');
    expect(clock.run(() => new RealDate(clockTime()).getUTCFullYear())).toBe(2020);
    globalThis.Date = RealDate;
    clock.set('2021-01-01');
    expect(clock.run(() => new Date(clockTime()).getUTCFullYear())).toBe(2021);
  });

  it('leaves a fake Date outside of forges as it is', () => {
    fakeDate();
    new ForgeClock().set('2020-01-01');
    expect(clockTime()).toBe(FAKE_NOW);
  });
});
