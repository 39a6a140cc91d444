import { ConfigError, listeningUrl, readConfig } from './config.js';

function problemsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      http: {
        host: '127.0.0.1',
        port: 3000,
        corsOrigins: [],
        drainMs: 2_000,
        trustedProxies: [],
        bodyLimit: 1_048_576,
        requestTimeoutMs: 30_000,
        headersTimeoutMs: 10_000,
        shutdownTimeoutMs: 10_000,
      },
      publicUrl: 'http://127.0.0.1:3000',
      database: { kind: 'sqlite', path: 'data/forgenote.sqlite', pool: 20, ca: null },
      secretKey: null,
      secretKeyPrevious: null,
      acceptsLostKey: false,
      usesKey: true,
      runsBackgroundWork: true,
      ownsTerminal: true,
      admin: { username: 'root', email: 'admin@example.com', password: null, token: null },
      limits: {
        enabled: true,
        failedAuth: 30,
        failedSignIns: 30,
        notesPerMinute: 300,
        mailsPerDay: 20,
        storeUrl: null,
      },
      mail: { smtpUrl: null, from: 'forgenote@localhost' },
      directory: null,
      logLevel: 'info',
      slowRequestMs: 0,
      metrics: null,
      defaultProjectsLimit: 10,
      auditDays: 365,
      publicPages: true,
      operator: null,
      warnings: [],
      profileFields: 'neutral',
    });
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', ADMIN_TOKEN: '', SMTP_URL: '' })).toEqual(readConfig({}));
  });

  it('builds the public URL from HOST and PORT, or leaves it null for port 0', () => {
    expect(readConfig({ HOST: '::1', PORT: '80' }).publicUrl).toBe('http://[::1]:80');
    expect(readConfig({ PORT: '0' }).publicUrl).toBeNull();
    expect(readConfig({ PORT: '0', PUBLIC_URL: 'https://f.example' }).publicUrl).toBe(
      'https://f.example',
    );
    expect(listeningUrl('localhost', 4321)).toBe('http://localhost:4321');
  });

  it('leaves half of the time to stop for requests in flight', () => {
    expect(readConfig({ DRAIN_TIME: '4' }).http).toMatchObject({
      ...{ drainMs: 4_000, shutdownTimeoutMs: 10_000 },
    });
    expect(readConfig({ DRAIN_TIME: '15' }).http).toMatchObject({
      ...{ drainMs: 15_000, shutdownTimeoutMs: 30_000 },
    });
  });

  it('reports all problems at once, one per line', () => {
    expect(
      problemsOf({ PORT: '70000', LOG_LEVEL: 'loud', RATE_LIMIT: 'no', DATABSE_URL: 'x' }),
    ).toEqual([
      'PORT must be a whole number from 0 to 65535, not "70000"',
      'RATE_LIMIT must be on or off, not "no"',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud"',
      'DATABSE_URL is not a setting; did you mean DATABASE_URL?',
    ]);
  });

  it('escapes line breaks in reported values', () => {
    expect(problemsOf({ PORT: '1\n2' })).toEqual([
      'PORT must be a whole number from 0 to 65535, not "1\\n2"',
    ]);
  });

  it('requires a secret key with a server database', () => {
    const DATABASE_URL = 'mariadb://forge:s3cret@db/forgenote';
    expect(problemsOf({ DATABASE_URL })).toEqual([
      expect.stringMatching(/^SECRET_KEY must be set with a server database/),
    ]);
    expect(problemsOf({ DATABASE_URL, SECRET_KEY: 'short' })).toEqual([
      expect.stringMatching(/^SECRET_KEY must be 32 to 1024 characters/),
    ]);
    expect(readConfig({ DATABASE_URL, SECRET_KEY: 'k'.repeat(32) })).toMatchObject({
      database: { kind: 'mysql', pool: 20, ca: null },
      secretKey: 'k'.repeat(32),
    });
  });

  it('has metrics with METRICS_PORT, which must not be PORT', () => {
    expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
    expect(problemsOf({ PORT: '9464', METRICS_PORT: '9464' })).toEqual([
      'METRICS_PORT (9464) must be another port than PORT',
    ]);
  });

  it('never repeats a secret in a message', () => {
    const problems = problemsOf({
      SECRET_KEY: 'hush',
      ADMIN_PASSWORD: 'hush',
      ADMIN_TOKEN: 'hush',
      DATABASE_URL: 'mysql://root:hush@',
      SMTP_URL: 'smtp://me:hush@',
      RATE_LIMIT_STORE: 'redis://:hush@',
    });
    expect(problems).toHaveLength(6);
    expect(problems.join()).not.toContain('hush');
  });
});
