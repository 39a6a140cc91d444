import { buildPreviousVersion } from '../support/previous-version.js';
import { Program } from '../support/program.js';
import { expectNothingLost } from './two-versions.js';

const MINUTE = 60_000;

describe('the version before the newest migration and this one', () => {
  let previous: string | null;
  beforeAll(async () => {
    previous = await buildPreviousVersion();
  }, 6 * MINUTE);

  it('run on one database under load: no write is lost, and no request fails', () => {
    const current = () => new Program();
    // A copy without the history knows only this version. There the newer one has a migration of the test.
    if (previous === null) return expectNothingLost(current, () => Program.ofNextVersion());
    const main = `${previous}/main.js`;
    return expectNothingLost(() => new Program(main), current);
  });
});
