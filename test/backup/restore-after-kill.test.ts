import { join } from 'node:path';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { NoteWriters } from '../support/note-writers.js';
import { Program } from '../support/program.js';
import { allContent } from './all-content.js';

const TOKEN = 'token-of-root-0000000';
const SETTINGS = { SECRET_KEY: 'k'.repeat(40), ADMIN_TOKEN: TOKEN, RATE_LIMIT: 'off' };

interface NoteRow {
  id: number;
  body: string;
}
interface EventRow {
  note_id: number | null;
}

describe('the last backup of a service that was killed', () => {
  let lost: FreshDatabase;
  let empty: FreshDatabase;
  let service: Program;
  let command: Program;

  beforeEach(async () => {
    lost = await freshDatabase();
    empty = await freshDatabase();
    service = new Program();
    command = new Program();
  });
  afterEach(async () => {
    await service.remove();
    await command.remove();
    await lost.drop();
    await empty.drop();
  });

  async function run(DATABASE_URL: string, ...words: string[]): Promise<number | null> {
    command.start({ ...SETTINGS, DATABASE_URL }, ...words);
    return command.exit();
  }

  async function create(url: string, body: object): Promise<{ id: number }> {
    const headers = { 'PRIVATE-TOKEN': TOKEN, 'Content-Type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.status).toBe(201);
    return (await response.json()) as { id: number };
  }

  it('has every write that was acknowledged before it, whole, and nothing that nobody wrote', async () => {
    service.start({ ...SETTINGS, DATABASE_URL: lost.url });
    const api = `${await service.address()}/api/v3`;
    const project = await create(`${api}/projects`, { name: 'Engine' });
    const issues = `/projects/${project.id}/issues`;
    const issue = await create(api + issues, { title: 'It hums' });
    const writers = new NoteWriters(`${issues}/${issue.id}/notes`, TOKEN, [api]);
    writers.begin();
    await writers.written(50);
    const before = [...writers.acknowledged];
    const file = join(command.folder, 'forge.backup');
    expect(await run(lost.url, 'backup', file)).toBe(0);
    service.signal('SIGKILL');
    await writers.end();

    expect(await run(empty.url, 'restore', file)).toBe(0);
    expect(await run(empty.url, 'doctor')).toBe(0);
    const { notes = [], events = [] } = (await allContent(empty.url)) as {
      notes?: NoteRow[];
      events?: EventRow[];
    };
    const restored = notes.map(({ id }) => id);
    expect(before.filter((id) => !restored.includes(id))).toEqual([]);
    // A write may be in the backup before its response arrives.
    expect(restored.length).toBeLessThanOrEqual(writers.sent);
    expect(new Set(notes.map(({ body }) => body))).toEqual(new Set(['It hums']));
    const withEvent = events.flatMap(({ note_id }) => (note_id === null ? [] : [note_id]));
    expect(withEvent.sort()).toEqual(restored.sort());
  });
});
