const { shareForges, startForge } = require('forgenote/testing');

let endForges;
exports.mochaGlobalSetup = async () => {
  endForges = await shareForges();
};
exports.mochaGlobalTeardown = () => endForges();

/** Each worker process has one forge. */
exports.mochaHooks = {
  async beforeAll() {
    this.forge = await startForge();
  },
  beforeEach() {
    return this.forge.reset();
  },
  afterAll() {
    return this.forge.close();
  },
};
