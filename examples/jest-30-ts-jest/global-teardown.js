module.exports = () => globalThis.endForges();
