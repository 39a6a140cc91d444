import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readConfig } from './config.js';
import { loadEnvironment } from './environment.js';

describe('loadEnvironment', () => {
  const directory = mkdtempSync(join(tmpdir(), 'forgenote-'));
  const file = join(directory, '.env');
  const before = { ...process.env };

  afterAll(() => {
    delete process.env.PORT;
    Object.assign(process.env, before);
    rmSync(directory, { recursive: true });
  });

  it('returns the environment if there is no file', () => {
    expect(loadEnvironment(join(directory, 'missing'))).toEqual({ ...process.env });
  });

  it('overrides the file with the environment and does not change process.env', () => {
    writeFileSync(file, '# a comment\nPORT=4000\nMAIL_FROM="The Forge <forge@example.com>"\n');
    process.env.PORT = '5000';
    delete process.env.MAIL_FROM;
    expect(loadEnvironment(file)).toMatchObject({
      PORT: '5000',
      MAIL_FROM: 'The Forge <forge@example.com>',
    });
    expect(process.env.MAIL_FROM).toBeUndefined();
  });

  it.each([
    ['DATABASE_URL', 'DATABASE_URL_FILE'],
    ['DATABASE_URL_FILE', 'DATABASE_URL'],
    ['LDAP_BIND_PASSWORD', 'LDAP_BIND_PASSWORD_FILE'],
  ])('lets %s of the environment replace %s of the file', (given, stored) => {
    writeFileSync(file, `${stored}=stored\n`);
    process.env[given] = '';
    const settings = loadEnvironment(file);
    Reflect.deleteProperty(process.env, given);
    expect(settings[given]).toBe('');
    expect(settings).not.toHaveProperty(stored);
  });

  it('keeps both if the file has both, which readConfig refuses', () => {
    writeFileSync(file, 'DATABASE_URL=sqlite:a.sqlite\nDATABASE_URL_FILE=url\n');
    expect(() => readConfig(loadEnvironment(file))).toThrow(
      'DATABASE_URL_FILE and DATABASE_URL must not both be set',
    );
  });

  it('names the file and the line of what is wrong', () => {
    writeFileSync(file, 'PORT=4000\nHOST ::1\nLOG_LEVLE=debug\n');
    expect(() => loadEnvironment(file)).toThrow(
      new ConfigError([
        `${file}, line 2: expected NAME=value, or # before a comment`,
        `${file}, line 3: LOG_LEVLE is not a setting; did you mean LOG_LEVEL?`,
      ]),
    );
  });

  it('throws ConfigError if the file cannot be read', () => {
    expect(() => loadEnvironment(directory)).toThrow(ConfigError);
  });
});
