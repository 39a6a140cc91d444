import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { DatabaseSync } from '@photostructure/sqlite';
import { startForge, type Forge } from '../support/app.js';
import { freshFile, type FreshDatabase } from '../support/database.js';
import { answered } from '../support/expected-responses.js';

/** A file system of its own, in memory. Needs the right to mount: `npm run test:peers` runs as root. */
let disk: string;
let file: string;
let forge: Forge | undefined;
let logged: string[];

beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), 'forgenote-disk-'));
  file = join(disk, 'forgenote.sqlite');
  run('mount', '-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk);
});
afterEach(async () => {
  Logger.overrideLogger(false);
  await forge?.close();
  forge = undefined;
  // Lazy: the driver closes files when it is garbage-collected.
  run('umount', '--lazy', disk);
  rmSync(disk, { recursive: true });
});

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe' });

async function start(): Promise<void> {
  logged = [];
  forge = await startForge({ DATABASE_URL: `sqlite:${file}` });
  const record = (message: unknown) => void logged.push(JSON.stringify(message));
  Logger.overrideLogger({ log: record, warn: record, error: record });
}

const create = (name: string) => forge?.root.post('/projects', { name });
const projects = async () => (await forge?.root.get('/projects'))?.headers.get('x-total');
const ready = async () => (await fetch(`${forge?.url ?? ''}/health/ready`)).status;
const UNAVAILABLE = answered(503, { message: '503 Service Unavailable' });

describe('an embedded database on a read-only file system', () => {
  let origin: FreshDatabase;
  let source: string;
  beforeEach(async () => {
    origin = await freshFile();
    source = origin.url.replace('sqlite:', '');
    forge = await startForge({ DATABASE_URL: origin.url });
    expect((await create('kept'))?.status).toBe(201);
  });
  afterEach(() => origin.drop());

  /** Puts the database on the disk as it is now. */
  function copyToDisk(): void {
    for (const suffix of ['', '-wal', '-shm'])
      if (existsSync(source + suffix)) copyFileSync(source + suffix, file + suffix);
    run('mount', '-o', 'remount,ro', disk);
  }

  async function expectOnlyReads(): Promise<void> {
    await start();
    expect(await projects()).toBe('1');
    expect(await create('refused')).toEqual(UNAVAILABLE);
    expect(await create('refused')).toEqual(UNAVAILABLE);
    expect(await projects()).toBe('1');
    expect(await ready()).toBe(200);
    const lines = logged.filter((line) => line.includes('refuses writes'));
    expect(lines).toEqual([expect.stringContaining(file)]);
  }

  it('is served for reading after a service has stopped', async () => {
    await forge?.close();
    copyToDisk();
    await expectOnlyReads();
  });

  it('is served for reading in write-ahead mode without a log', async () => {
    await forge?.close();
    const connection = new DatabaseSync(source);
    connection.exec('PRAGMA journal_mode = WAL');
    connection.close();
    copyToDisk();
    expect(existsSync(`${file}-wal`)).toBe(false);
    await expectOnlyReads();
  });

  it('is served for reading with the log of a service that was killed', async () => {
    copyToDisk();
    expect(existsSync(`${file}-wal`)).toBe(true);
    await forge?.close();
    await expectOnlyReads();
  });
});

describe('an embedded database on a full file system', () => {
  it('refuses writes, continues to be read, and writes again when there is space', async () => {
    await start();
    const fill = () => create(`project-${randomUUID()}`);
    expect((await fill())?.status).toBe(201);
    expect(() => {
      writeFileSync(join(disk, 'filler'), Buffer.alloc(8_000_000));
    }).toThrow('ENOSPC');
    // The log may have a little space left.
    let created = 1;
    while ((await fill())?.status === 201) created++;
    for (let i = 0; i < 3; i++) expect(await fill()).toEqual(UNAVAILABLE);
    expect(await projects()).toBe(String(created));
    expect(await forge?.anonymous.get(`${forge.url}/health/ready`)).toEqual(
      answered(503, {
        message: '503 Service Unavailable - No space is left for the database',
      }),
    );
    rmSync(join(disk, 'filler'));
    // Writes that succeed soon after one that failed are no change: they may only have been small.
    while (!logged.some((line) => line.includes('accepts writes again'))) {
      expect((await fill())?.status).toBe(201);
      created++;
      await delay(500);
    }
    expect(await ready()).toBe(200);
    expect(await projects()).toBe(String(created));
    expect(logged.filter((line) => line.includes('No space is left'))).toEqual([
      expect.stringContaining(file),
    ]);
    expect(logged.filter((line) => line.includes('accepts writes again'))).toHaveLength(1);
  });
});
