const { shareForges } = require('forgenote/testing');

module.exports = async () => {
  globalThis.endForges = await shareForges();
};
