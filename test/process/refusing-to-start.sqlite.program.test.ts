import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { listenOnFreePort } from '../support/ports.js';
import { Program } from '../support/program.js';
import { startAndStop } from '../support/service.js';

// refusing-to-start.sqlite.test.ts has the other reasons, without a start of the program.
describe('the program', () => {
  let program: Program;
  beforeEach(() => {
    program = new Program();
  });
  afterEach(() => program.remove());

  it('refuses to start on a port that is taken, and creates nothing', async () => {
    const server = createServer();
    const port = await listenOnFreePort(server);
    await program.expectRefusal({ PORT: String(port) }, new RegExp(`${port} is taken.*PORT`));
    expect(readdirSync(program.folder)).toEqual([]);
    server.close();
  });

  it('names the line of .env that is wrong', async () => {
    writeFileSync(join(program.folder, '.env'), '# where to listen\nPROT 3000\n');
    await program.expectRefusal({}, /^\.env, line 2: expected NAME=value/);
  });

  it('refuses to start on the database of a newer version, and leaves it unchanged', async () => {
    const path = join(program.folder, 'data/forgenote.sqlite');
    await startAndStop({ DATABASE_URL: `sqlite:${path}` });
    const database = new DatabaseSync(path);
    database.exec("INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Future1')");
    database.exec('UPDATE schema_compatibility SET oldest_migration = 9999999999999');
    database.close();
    await program.expectRefusal({}, /newer than this program.*Future1.*later one/);
  });
});
