import { unknownSettings } from './unknown-settings.js';

const problemsOf = (...names: string[]) =>
  unknownSettings(Object.fromEntries(names.map((name) => [name, 'x'])));

describe('unknownSettings', () => {
  it.each([
    ['DATBASE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['TRUST_PROXIES', 'TRUSTED_PROXIES'],
    ['SMPT_URL', 'SMTP_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['database_url', 'DATABASE_URL'],
  ])('reports %s as a typo of %s', (name, meant) => {
    expect(problemsOf(name)).toEqual([`${name} is not a setting; did you mean ${meant}?`]);
  });

  it.each([
    ['TRUSTED_PROXY', 'similar settings: TRUSTED_PROXIES'],
    ['SMTP_HOST', 'similar settings: SMTP_URL'],
    ['LOG_FORMAT', 'similar settings: LOG_LEVEL'],
    ['METRICS_TOKEN', 'similar settings: METRICS_PORT, METRICS_HOST'],
    ['SLOW_REQUEST_TIME', 'similar settings: SLOW_REQUEST_MS'],
    ['SECRET_KEY_PATH', 'similar settings: SECRET_KEY, SECRET_KEY_PREVIOUS'],
    ['FORGENOTE_PORT', 'remove it'],
  ])('reports %s, which has the prefix of a setting', (name, advice) => {
    expect(problemsOf(name)).toEqual([`${name} is not a setting; ${advice}`]);
  });

  it.each([
    'PATH HOSTNAME HOSTS HOME USER LOGNAME MAIL SHELL TERM LANG TZ PWD PUBLIC EMAIL',
    'NODE_ENV NODE_OPTIONS NODE_PATH npm_config_cache npm_lifecycle_event INIT_CWD',
    'CI GITHUB_ACTIONS GITLAB_CI RUNNER_OS HTTP_PROXY https_proxy no_proxy NO_COLOR',
    'MYSQL_DATABASE MYSQL_ROOT_PASSWORD MARIADB_HOST TEST_DATABASE JEST_WORKER_ID',
    'SITE_URL HTTP_URL BASE_URL API_TOKEN AWS_SECRET_KEY LOGS_DIRECTORY LISTEN_FDS',
  ])('ignores variables of other programs: %s', (names) => {
    expect(problemsOf(...names.split(' '))).toEqual([]);
  });

  it('ignores what Kubernetes sets for a service named forgenote or database', () => {
    expect(
      unknownSettings({
        FORGENOTE_SERVICE_HOST: '10.0.0.1',
        FORGENOTE_SERVICE_PORT: '3000',
        FORGENOTE_SERVICE_PORT_HTTP: '3000',
        FORGENOTE_PORT: 'tcp://10.0.0.1:3000',
        FORGENOTE_PORT_3000_TCP: 'tcp://10.0.0.1:3000',
        FORGENOTE_PORT_3000_TCP_ADDR: '10.0.0.1',
        DATABASE_PORT: 'tcp://10.0.0.2:3306',
      }),
    ).toEqual([]);
  });
});
