const assert = require('node:assert/strict');
const { startForge } = require('forgenote/testing');

async function main() {
  const forge = await startForge();
  const ada = await forge.user({ username: 'ada' });
  assert.equal((await forge.as(ada).get('/user')).body.username, 'ada');
  // Without close: the child of the forge ends with this process.
}

main();
