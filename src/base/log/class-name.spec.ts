import { sourceName } from './class-name.js';

describe('sourceName', () => {
  it.each([
    ['QueryFailedError', 'QueryFailedError'],
    ['QueryFailedError2', 'QueryFailedError'],
    ['_Place', 'Place'],
    ['ConfigModule_1', 'ConfigModule'],
  ])('is the name of %s in its source', (name, source) => {
    expect(sourceName(name)).toBe(source);
  });
});
