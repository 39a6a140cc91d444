import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from './config.js';
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
