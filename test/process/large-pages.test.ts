import { readFileSync } from 'node:fs';
import { startForge, type Forge } from '../support/app.js';
import { write } from '../support/internals.js';
import { addNotes } from '../support/many-rows.js';
import { PausedReader } from '../support/paused-reader.js';
import { Program } from '../support/program.js';
import type { SeededUser } from '../support/seed.js';

const CLIENTS = 6;
const NOTES = 40;
const NOTE_LENGTH = 1_000_000;
const MOST_MIB = 150;

let forge: Forge;
let ada: SeededUser;
let list: string;
let program: Program;
let url: string;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
  const issue = await forge.seed.issue(await forge.seed.project(ada), ada);
  list = `${issue.at}/notes`;
  await addNotes(forge, issue, ada, NOTES);
  await write(forge, 'UPDATE notes SET body = :body', { body: 'x'.repeat(NOTE_LENGTH) });
  program = new Program();
  program.start(forge.settings);
  url = await program.address();
});
afterAll(async () => {
  await program.remove();
  await forge.close();
});

/** Reads a response without keeping it. Returns its status and length. */
async function read(path: string): Promise<{ status: number; length: number }> {
  const { status, body } = await fetch(url + path, { headers: { 'PRIVATE-TOKEN': ada.token } });
  let length = 0;
  for await (const chunk of body ?? []) length += (chunk as Uint8Array).length;
  return { status, length };
}

/** The most memory that the program had so far, in MiB. */
const peakMib = () =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8'))?.[1]) / 1_024;

/** A stop while a client reads a large page. Returns the exit code. */
async function stopWhile(read: (reader: PausedReader) => Promise<void>): Promise<number | null> {
  const stopping = new Program();
  try {
    stopping.start({ ...forge.settings, DRAIN_TIME: '0' });
    const path = `${list}?per_page=100`;
    const reader = new PausedReader(await stopping.address(), path, ada.token);
    await reader.begun();
    stopping.signal('SIGTERM');
    await read(reader);
    return await stopping.exit();
  } finally {
    await stopping.remove();
  }
}

describe('a stop', () => {
  it('waits for a client that reads a large page', async () => {
    let isWhole: boolean | undefined;
    const code = await stopWhile(async (reader) => {
      ({ isWhole } = await reader.read());
    });
    expect([code, isWhole]).toEqual([0, true]);
  });

  it('cuts off a large page that is not read in time', async () => {
    let unread: PausedReader | undefined;
    const code = await stopWhile((reader) => Promise.resolve(void (unread = reader)));
    expect([code, (await unread?.read())?.isWhole]).toEqual([0, false]);
  });
});

describe('six pages of 40 MB at once', () => {
  it('add less than 150 MiB of memory, and health checks are answered meanwhile', async () => {
    await read(`/api/v3${list}?per_page=1`);
    const before = peakMib();
    let isOver = false;
    const pages = Promise.all(
      Array.from({ length: CLIENTS }, () => read(`/api/v3${list}?per_page=100`)),
    ).finally(() => (isOver = true));
    let answered = 0;
    while (!isOver) {
      expect((await read('/health')).status).toBe(200);
      answered++;
    }
    for (const { status, length } of await pages) {
      expect([status, length > NOTES * NOTE_LENGTH]).toEqual([200, true]);
    }
    expect(answered).toBeGreaterThan(10);
    expect(peakMib() - before).toBeLessThan(MOST_MIB);
  });
});
