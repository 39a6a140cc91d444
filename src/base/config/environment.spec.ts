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

  it('reads the first setting of a file that begins with a byte order mark', () => {
    writeFileSync(file, '\uFEFFMAIL_FROM=forge@example.com\n');
    const settings = loadEnvironment(file);
    expect(settings['MAIL_FROM']).toBe('forge@example.com');
    expect(Object.keys(settings).filter((name) => name.includes('\uFEFF'))).toEqual([]);
  });

  it.each([
    ['a tab', '\tPORT=4000'],
    ['a tab after export', 'export\tPORT=4000'],
    ['two blanks after export', 'export  PORT=4000'],
    ['a tab after the name', 'PORT\t=4000'],
    ['a byte order mark', '\uFEFFPORT=4000'],
    ['a no-break space', '\u00A0PORT=4000'],
    ['a form feed', '\fPORT=4000'],
    ['a line that ends with CR alone', 'HOST=::1\rPORT=4000'],
  ])('refuses a line of which Node would make another setting: %s', (_, line) => {
    writeFileSync(file, `# first\n${line}\n`);
    expect(() => loadEnvironment(file)).toThrow(`${file}, line 2: expected NAME=value`);
  });

  it.each([
    ['UTF-16, as PowerShell writes it', Buffer.from('\uFEFFPORT=4000\n', 'utf16le')],
    ['Latin-1', Buffer.from('ADMIN_PASSWORD=schlüssel\n', 'latin1')],
  ])('refuses a file in %s', (_, bytes) => {
    writeFileSync(file, bytes);
    expect(() => loadEnvironment(file)).toThrow(`${file} is not text in UTF-8`);
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
