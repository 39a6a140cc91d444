import { unknownSettings } from './unknown-settings.js';

const complaints = (...names: string[]) =>
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
  ])('takes %s for %s', (name, meant) => {
    expect(complaints(name)).toEqual([`${name} is not a setting; ${meant} is`]);
  });

  it.each([
    ['TRUSTED_PROXY', 'there is TRUSTED_PROXIES'],
    ['SMTP_HOST', 'there is SMTP_URL'],
    ['LOG_FORMAT', 'there is LOG_LEVEL'],
    ['SECRET_KEY_FILE', 'there is SECRET_KEY'],
    ['LDAP_URL', 'remove it'],
    ['FORGENOTE_PORT', 'remove it'],
  ])('knows %s for one of its family', (name, advice) => {
    expect(complaints(name)).toEqual([`${name} is not a setting; ${advice}`]);
  });

  it.each([
    'PATH HOSTNAME HOSTS HOME USER LOGNAME MAIL SHELL TERM LANG TZ PWD PUBLIC EMAIL',
    'NODE_ENV NODE_OPTIONS NODE_PATH npm_config_cache npm_lifecycle_event INIT_CWD',
    'CI GITHUB_ACTIONS GITLAB_CI RUNNER_OS HTTP_PROXY https_proxy no_proxy NO_COLOR',
    'MYSQL_DATABASE MYSQL_ROOT_PASSWORD MARIADB_HOST TEST_DATABASE JEST_WORKER_ID',
    'SITE_URL HTTP_URL BASE_URL API_TOKEN AWS_SECRET_KEY LOGS_DIRECTORY LISTEN_FDS',
  ])('leaves alone %s', (names) => {
    expect(complaints(...names.split(' '))).toEqual([]);
  });

  it('leaves alone what Kubernetes tells of a service with a name like ours', () => {
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
