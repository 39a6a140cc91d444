import { startForge } from '../support/app.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { openEngine } from '../support/internals.js';
import { Program } from '../support/program.js';

/** Of a note, in code points. */
const LIMIT = 65_536;
/** For a command, which reads and writes 260 MB. */
const SECONDS = 300;
const LIMIT_MS = 600_000;
/** They are larger together than the memory of the command. */
const NOTES = 1_000;
/** Prints the highest resident memory of the command. `resourceUsage` would count what the test has when it forks. */
const PRINT_MEMORY = `data:text/javascript,${encodeURIComponent(
  'import { readFileSync } from "node:fs"; process.on("exit", () => console.error(readFileSync("/proc/self/status", "utf8")));',
)}`;

const SECRET_KEY = 'k'.repeat(40);

let source: FreshDatabase;
let target: FreshDatabase;
let program: Program;
beforeAll(async () => {
  source = await freshDatabase();
  const forge = await startForge({ DATABASE_URL: source.url, SECRET_KEY });
  const owner = await forge.seed.user();
  const issue = await forge.seed.issue(await forge.seed.project(owner), owner);
  const note = await forge.seed.note(issue, owner, { body: '👍'.repeat(LIMIT) });
  await forge.close();
  const { dataSource, close } = await opened();
  const columns = dataSource
    .getMetadata('Note')
    .columns.map(({ databaseName }) => databaseName)
    .filter((name) => name !== 'id')
    .join();
  // One at a time: the service ends statements after some seconds, which a slow disk needs for many of them.
  for (let n = 1; n < NOTES; n++)
    await dataSource.query(
      `INSERT INTO notes (${columns}) SELECT ${columns} FROM notes WHERE id = ${note.id}`,
    );
  await close();
});
afterAll(() => source.drop());
beforeEach(async () => {
  program = new Program('main.js', ['--import', PRINT_MEMORY]);
  target = await freshDatabase();
});
afterEach(async () => {
  await program.remove();
  await target.drop();
});

async function opened() {
  const engine = await openEngine(source.url);
  return { dataSource: engine.dataSource, close: () => engine.close() };
}
/** Runs a command to its end. Returns its highest memory in MiB. */
async function peak(url: string, ...words: string[]): Promise<number> {
  program.stdout = program.stderr = '';
  program.start({ SECRET_KEY, DATABASE_URL: url }, ...words);
  const code = await program.exit(SECONDS);
  // stderr ends with the memory.
  expect([code, code === 0 ? '' : program.stderr]).toEqual([0, '']);
  return Number(/VmHWM:\s+(\d+)/.exec(program.stderr)?.[1]) / 1_024;
}

describe('a database with notes of the largest size', () => {
  it(
    'is copied with less than 250 MiB of memory',
    async () => {
      expect(await peak(source.url, 'backup', 'b.gz')).toBeLessThan(250);
      expect(await peak(target.url, 'restore', 'b.gz')).toBeLessThan(250);
    },
    LIMIT_MS,
  );
});
