const assert = require('node:assert/strict');

describe('notes', () => {
  it('are shown', async function () {
    const note = await this.forge.note({ body: 'It hums.' });
    const { body } = await this.forge.as(this.forge.root).get(note.at);
    assert.equal(body.body, 'It hums.');
  });
});
