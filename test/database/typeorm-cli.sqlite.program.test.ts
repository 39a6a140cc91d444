import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { schema } from '../../src/app/schema.js';
import { freshFile, type FreshDatabase } from '../support/database.js';
import { PATH_ONLY } from '../support/environment.js';
import { REPOSITORY } from '../support/program.js';

const NAMES = schema.migrations.map(({ name }) => name);
let database: FreshDatabase;

beforeEach(async () => {
  database = await freshFile();
});
afterEach(() => database.drop());

/** Runs `npx typeorm -d dist/ormconfig.js COMMAND`; rejects unless it exits with 0. */
async function typeorm(command: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    join(REPOSITORY, 'node_modules/.bin/typeorm'),
    ['-d', join(REPOSITORY, 'dist/ormconfig.js'), command],
    { env: { ...PATH_ONLY, DATABASE_URL: database.url } },
  );
  return stdout.trim().split('\n');
}

describe("TypeORM's command line with ormconfig.ts", () => {
  it('lists every migration as applied after it ran them', async () => {
    await typeorm('migration:run');
    expect(await typeorm('migration:show')).toEqual(NAMES.map((name, i) => `[X] ${i + 1} ${name}`));
  });
});
