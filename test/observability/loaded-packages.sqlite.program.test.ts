import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { freePort } from '../support/ports.js';
import { Program } from '../support/program.js';

/** For `--import`: writes the name of each package for observation to stderr when it is loaded. */
const ANNOUNCE = moduleUrl(`
  import { register } from 'node:module';
  register(${JSON.stringify(
    moduleUrl(`
      import { writeSync } from 'node:fs';
      export async function resolve(name, context, next) {
        if (/^prom-client$|[/]observability[/]/.test(name))
          writeSync(2, 'loaded ' + name + '\\n');
        return next(name, context);
      }
    `),
  )});
`);

function moduleUrl(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

let program: Program;
let database: FreshDatabase;
beforeEach(async () => {
  program = new Program('../src/main.js', ['--import', ANNOUNCE]);
  database = await freshDatabase();
});
afterEach(async () => {
  await program.remove();
  await database.drop();
});

/** What a service with these settings loads before it has answered a request. */
async function loaded(settings: Record<string, string>): Promise<string[]> {
  const own = { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(40), DRAIN_TIME: '0' };
  program.start({ ...own, ...settings });
  expect((await fetch(`${await program.address()}/api/v3/user`)).status).toBe(401);
  program.signal('SIGTERM');
  expect(await program.exit()).toBe(0);
  const names = [...program.stderr.matchAll(/^loaded (\S+)$/gm)].map(([, name = '']) => name);
  return [...new Set(names)].sort();
}

describe('observation', () => {
  it('loads nothing without its settings', async () => {
    expect(await loaded({})).toEqual([]);
  });

  it('loads prom-client and its own two modules with METRICS_PORT', async () => {
    expect(await loaded({ METRICS_PORT: String(await freePort()) })).toEqual([
      '../../operations/observability/process-metrics.js',
      '../../operations/observability/scrape-server.js',
      'prom-client',
    ]);
  });
});
