export default () => globalThis.endForges();
