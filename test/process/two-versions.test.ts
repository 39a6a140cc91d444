import { Program } from '../support/program.js';
import { expectNothingLost } from './two-versions.js';

describe('two versions on one database', () => {
  it('lose no write to any table and answer no request with an error, while the newer one migrates and the older one stops', () =>
    expectNothingLost(
      () => new Program(),
      () => Program.ofNextVersion(),
    ));
});
