const assert = require('node:assert/strict');

describe('users', () => {
  it('start with root', async function () {
    assert.equal((await this.forge.user()).id, 2);
  });
});
