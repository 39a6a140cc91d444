/** The one place of the tests that reads the environment. */
const { env } = process;

const SERVERS = {
  mariadb: env['TEST_MARIADB_URL'] ?? 'mariadb://root@127.0.0.1:3306',
  mysql: env['TEST_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3307',
};

/** The engine that TEST_DATABASE names: a server, or the embedded one. */
export const ENGINE_UNDER_TEST = engineOf(env['TEST_DATABASE'] ?? 'sqlite');
export const IS_SERVER = ENGINE_UNDER_TEST !== 'sqlite';
/** The database server under test. */
export const SERVER_URL = ENGINE_UNDER_TEST === 'sqlite' ? '' : SERVERS[ENGINE_UNDER_TEST];
/** For tests that need MariaDB besides the server under test. */
export const MARIADB_URL = SERVERS.mariadb;

/** The root folder of the MySQL server that `scripts/require.sh mysql` starts. */
export const MYSQL_FOLDER = '/var/cache/forgenote/mysql/root';

function engineOf(name: string): keyof typeof SERVERS | 'sqlite' {
  if (name === 'mariadb' || name === 'mysql' || name === 'sqlite') return name;
  throw new Error('TEST_DATABASE has to be sqlite, mariadb or mysql');
}

/** `npm run screenshots` writes the pictures of docs/pages.md. Other runs only check that they are there. */
export const WRITES_SCREENSHOTS = env['WRITE_SCREENSHOTS'] === 'yes';

/** False in `.ci/run`, which tries the generators and runners that most people use, and Nest 11 and Node 24. */
export const WITH_ALL_GENERATORS = env['TEST_GENERATORS'] !== 'few';

/** Decides the order of the tests: see random-order.ts. */
export const SEED = env['SEED'] ?? '';

/**
 * How much the suites of test/properties try: requests an operation, and sequences of calls a suite. Of the requests,
 * few differ in what reaches the database, so a server gets fewer.
 */
export const FUZZ_REQUESTS = countOf('FUZZ_REQUESTS', IS_SERVER ? 15 : 50);
export const FITTING_REQUESTS = countOf('FITTING_REQUESTS', IS_SERVER ? 10 : 20);
export const SEQUENCES = countOf('SEQUENCES', 200);

function countOf(name: string, preset: number): number {
  const count = Number(env[name] ?? preset);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`${name} has to be a count`);
  return count;
}

/** For a program that is to get nothing of what this suite was started with. */
export const PATH_ONLY = { PATH: env['PATH'] ?? '' };

/** For a program that installs packages too. */
const NEEDED = /^(PATH|HOME|NODE_EXTRA_CA_CERTS|npm_config_(registry|cache)|\w+_proxy)$/i;
export const PLAIN_ENVIRONMENT = Object.fromEntries(
  Object.entries(env).filter(([name]) => NEEDED.test(name)),
);

/** What `npm run test:runbook` gives its machine: the network outside, and a systemctl that needs no systemd. */
export const MACHINE = {
  network: env['RUNBOOK_NETWORK'] ?? '',
  systemctl: env['RUNBOOK_SYSTEMCTL'] ?? '',
};
