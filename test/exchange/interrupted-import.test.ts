import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startForge, type Forge } from '../support/app.js';
import { sql } from '../support/internals.js';
import { brokenRules } from '../support/invariants.js';
import { Program } from '../support/program.js';
import { exportTo, freshFile } from './sample-forge.js';

const NOTES = 4_000;

let forge: Forge;
let program: Program;
beforeEach(async () => {
  forge = await startForge();
  program = new Program();
});
afterEach(async () => {
  await program.remove();
  await forge.close();
});

/** An export with many notes on one issue, each twice. */
async function longExport(): Promise<void> {
  const source = await startForge();
  const place = freshFile();
  const ada = await source.seed.user({ username: 'ada', email: 'ada@x.org' });
  const issue = await source.seed.issue(await source.seed.project(ada, { path: 'e' }), ada);
  await source.seed.note(issue, ada);
  await exportTo(source, place.file);
  await source.close();
  const [header = '', ...lines] = readFileSync(place.file, 'utf8').trim().split('\n');
  place.remove();
  const data = lines.slice(0, -1);
  const note = JSON.parse(data.at(-1) ?? '') as object;
  for (let n = 1; n < NOTES; n++) {
    const time = new Date(Date.UTC(2020, 0, 1) + Math.floor(n / 2)).toISOString();
    const times = { created_at: time, updated_at: time };
    data.push(JSON.stringify({ ...note, number: n + 1, body: 'Twice', ...times }));
  }
  const { counts } = JSON.parse(lines.at(-1) ?? '') as { counts: Record<string, number> };
  const end = { kind: 'end', counts: { ...counts, note: NOTES }, sha256: null };
  const text = [header, ...data, JSON.stringify(end)].join('\n');
  writeFileSync(join(program.folder, 'e.jsonl'), `${text}\n`);
}

const countNotes = async () => (await sql<{ id: number }>(forge, 'SELECT id FROM notes')).length;

async function runImport(): Promise<Record<string, { note?: number }>> {
  program.stdout = program.stderr = '';
  program.start(forge.settings, 'import', 'e.jsonl', '--json');
  expect([await program.exit(), program.stderr]).toEqual([0, '']);
  return JSON.parse(program.stdout) as Record<string, { note?: number }>;
}

it('continues after the import was killed, beside the running service', async () => {
  await longExport();
  program.start(forge.settings, 'import', 'e.jsonl');
  while ((await countNotes()) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  program.signal('SIGKILL');
  await program.exit();
  const kept = await countNotes();
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(NOTES);
  const { created, present } = await runImport();
  expect([created?.note, present?.note]).toEqual([NOTES - kept, kept]);
  expect(await countNotes()).toBe(NOTES);
  expect(await brokenRules(forge)).toEqual({});
  expect((await runImport())['created']).toEqual({});
});

it('imports while others write, and loses nothing', async () => {
  await longExport();
  const user = await forge.seed.user({ username: 'writer' });
  const issue = await forge.seed.issue(await forge.seed.project(user), user);
  let isRunning = true;
  let written = 0;
  const writing = (async () => {
    for (; isRunning; written++) await forge.seed.note(issue, user);
  })();
  try {
    await runImport();
  } finally {
    isRunning = false;
    await writing;
  }
  expect(written).toBeGreaterThan(0);
  expect(await countNotes()).toBe(NOTES + written);
  expect(await brokenRules(forge)).toEqual({});
});
