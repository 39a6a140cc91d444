/**
 * Unit specs stand beside the code; everything that speaks the interface lives in test/.
 *
 * The runner loads the files as Node does, with the decorators compiled on the way, and every module once
 * for all tests of a process: to load a thousand of them anew for each file was more than half of a run.
 * docs/decisions/0013.
 */

/**
 * What a test needs beside Node and a database, and what runs it. The files have it in their names; those without run
 * in the process of the test.
 */
const KINDS = {
  // The built program, or the built test kit, in a process of its own: `npm run test:program`.
  program: '\\.program\\.test\\.ts$',
  // sshd, Ruby, a browser, LDAP and mail servers: `npm run test:peers`.
  peers: '\\.peers\\.(spec|test)\\.ts$',
  // Packages that only the test installs: `npm run test:generators`.
  generators: '(\\.generators|/fitting-requests)\\.test\\.ts$',
  // A machine of its own, which `npm run test:runbook` makes.
  runbook: '\\.runbook\\.test\\.ts$',
};
const kind = process.env.TEST_KIND;

/** What only some engines can show is in a file that bears their name; `server` means MariaDB and MySQL. */
const OTHER_ENGINES = {
  sqlite: ['\\.server\\.', '\\.mariadb\\.', '\\.mysql\\.'],
  mariadb: ['\\.sqlite\\.', '\\.mysql\\.'],
  mysql: ['\\.sqlite\\.', '\\.mariadb\\.'],
};
const engine = process.env.TEST_DATABASE ?? 'sqlite';

/** Folders that need no database, or show the same with each: they run on SQLite only. */
const WITHOUT_SERVER = [
  '/src/',
  '/test/clients/',
  '/test/config/',
  '/test/docs/',
  '/test/http/',
  '/test/openapi',
  '/test/pages/',
  '/test/structure/',
  '/test/support/',
];

export default {
  runner: 'jest-light-runner',
  transform: {},
  roots: ['<rootDir>/src', '<rootDir>/test'],
  globalTeardown: '<rootDir>/test/support/clean-up.js',
  // In this order: the second moves the test that the first has just looked at.
  setupFilesAfterEnv: [
    '<rootDir>/test/support/time-limit.ts',
    '<rootDir>/test/support/random-order.ts',
  ],
  // The runner does not shuffle by itself. With this Jest chooses the seed and prints it at the end.
  randomize: true,
  testSequencer: '<rootDir>/test/support/random-file-order.js',
  testRegex: kind ? KINDS[kind] : '\\.(spec|test)\\.ts$',
  testPathIgnorePatterns: [
    ...OTHER_ENGINES[engine],
    ...(engine === 'sqlite' || kind ? [] : WITHOUT_SERVER),
    ...Object.keys(KINDS)
      .filter((name) => name !== kind)
      .map((name) => `\\.${name}\\.`),
  ],
  // More than the two cores of the smallest machine: tests wait for half of their time, for timers and other programs.
  maxWorkers: 5,
};
