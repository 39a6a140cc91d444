const { shareForges, startForge } = require('forgenote/testing');

let endForges;
exports.mochaGlobalSetup = async () => {
  endForges = await shareForges();
};
exports.mochaGlobalTeardown = () => endForges();

/** Each worker process has one forge. */
exports.mochaHooks = {
  async beforeAll() {
    // Mocha waits 2 s by default. A start can take longer on a busy machine.
    this.timeout(30_000);
    this.forge = await startForge();
  },
  beforeEach() {
    return this.forge.reset();
  },
  afterAll() {
    return this.forge.close();
  },
};
