/** Unit specs stand beside the code; everything that speaks the interface lives in test/. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  // What only one engine can show is in a file that bears its name.
  testPathIgnorePatterns: [
    process.env.TEST_DATABASE === 'mariadb' ? '\\.sqlite\\.test' : '\\.mariadb\\.test',
  ],
  testRegex: '\\.(spec|test)\\.ts$',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: {
            legacyDecorator: true,
            decoratorMetadata: true,
            useDefineForClassFields: false,
          },
        },
        module: { type: 'es6' },
      },
    ],
  },
  testTimeout: 30_000,
  // A process keeps the modules of every file it has run: one that has grown is replaced by a new one.
  maxWorkers: 2,
  workerIdleMemoryLimit: '768MB',
};
