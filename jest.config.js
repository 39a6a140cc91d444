/**
 * Unit specs stand beside the code; everything that speaks the interface lives in test/.
 *
 * The runner loads the files as Node does, with the decorators compiled on the way, and every module once
 * for all tests of a process: to load a thousand of them anew for each file was more than half of a run.
 * docs/decisions/0013.
 */
const IGNORED = {
  sqlite: ['\\.server\\.', '\\.mariadb\\.', '\\.mysql\\.'],
  mariadb: ['\\.sqlite\\.', '\\.mysql\\.'],
  mysql: ['\\.sqlite\\.', '\\.mariadb\\.'],
};

function testNames() {
  if (process.env.TEST_RUNBOOK) return '\\.runbook\\.test\\.ts$';
  if (process.env.TEST_GENERATORS) return '(\\.generators|/fitting-requests)\\.test\\.ts$';
  return process.env.TEST_PEERS ? '\\.peers\\.(spec|test)\\.ts$' : '\\.(spec|test)\\.ts$';
}

/** What needs no database, or shows the same with each: it runs on SQLite only. */
const WITHOUT_SERVER = [
  '/src/',
  '/test/docs/',
  '/test/openapi',
  '/test/structure/',
  '/test/support/',
];
const usesServer = (process.env.TEST_DATABASE ?? 'sqlite') !== 'sqlite';

export default {
  runner: 'jest-light-runner',
  transform: {},
  roots: ['<rootDir>/src', '<rootDir>/test'],
  globalSetup: '<rootDir>/test/support/build.js',
  globalTeardown: '<rootDir>/test/support/drop-databases.js',
  // In this order: the second moves the test that the first has just looked at.
  setupFilesAfterEnv: [
    '<rootDir>/test/support/time-limit.ts',
    '<rootDir>/test/support/random-order.ts',
  ],
  // The runner does not shuffle by itself. With this Jest chooses the seed and prints it at the end.
  randomize: true,
  testSequencer: '<rootDir>/test/support/random-file-order.js',
  // What only some engines can show is in a file that bears their name; `server` means MariaDB and MySQL. Long tests of
  // the program that use no server have `sqlite` in their names too.
  testPathIgnorePatterns: [
    ...IGNORED[process.env.TEST_DATABASE ?? 'sqlite'],
    ...(usesServer && !process.env.TEST_PEERS ? WITHOUT_SERVER : []),
    // What needs more than Node and a database: sshd, Ruby, a browser, LDAP and mail servers. `npm run test:peers` runs these.
    ...(process.env.TEST_PEERS ? [] : ['\\.peers\\.']),
    // What needs a machine of its own. `npm run test:runbook` makes it, and runs this.
    ...(process.env.TEST_RUNBOOK ? [] : ['\\.runbook\\.']),
    // What installs packages that only it needs. `npm run test:generators` runs these.
    ...(process.env.TEST_GENERATORS ? [] : ['\\.generators\\.']),
  ],
  testRegex: testNames(),
  // More than the two cores of the smallest machine: tests wait for half of their time, for timers and other programs.
  maxWorkers: 5,
};
