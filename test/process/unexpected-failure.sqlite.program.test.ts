import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { logLines } from '../support/log-fields.js';
import { Program } from '../support/program.js';

const FATAL = 60;
const FAILURE = `Object.assign(new TypeError('value of canary'), { code: 'E_TEST' })`;
const DATABASE_FAILURE = `Object.assign(new Error('value of canary'), { query: 'canary', parameters: ['canary'] })`;

let program: Program;
let database: FreshDatabase;
beforeEach(async () => {
  program = new Program();
  database = await freshDatabase();
});
afterEach(async () => {
  await program.remove();
  await database.drop();
});

/** Starts the service with a module that runs the statement on SIGUSR2, and sends that signal. */
async function fail(statement: string): Promise<void> {
  const script = `process.on('SIGUSR2', () => { ${statement} });`;
  program.start({
    DATABASE_URL: database.url,
    SECRET_KEY: 'k'.repeat(40),
    LOG_LEVEL: 'fatal',
    // As base64, because stack traces contain the URL of the module.
    NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(script).toString('base64')}`,
  });
  await program.address();
  program.signal('SIGUSR2');
}

const lines = () => logLines<{ level: number; msg: string; err: object }>(program.stderr);

describe('a failure that nothing handles', () => {
  it('stops the service with exit code 1 after a log line', async () => {
    await fail(`throw ${FAILURE}`);
    expect(await program.exit()).toBe(1);
    expect(lines()).toMatchObject([
      {
        level: FATAL,
        msg: 'an unexpected failure stops the service',
        err: { type: 'TypeError', code: 'E_TEST', stack: expect.stringContaining('at ') as string },
      },
    ]);
    expect(program.stderr).not.toContain('canary');
  });

  it('does not log the values of a statement', async () => {
    await fail(`void Promise.reject(${DATABASE_FAILURE})`);
    expect(await program.exit()).toBe(1);
    expect(lines()).toMatchObject([
      {
        level: FATAL,
        msg: 'an unexpected failure stops the service',
        err: { type: 'Error', stack: expect.stringContaining('at ') as string },
      },
    ]);
    expect(program.stderr).not.toContain('canary');
  });
});
