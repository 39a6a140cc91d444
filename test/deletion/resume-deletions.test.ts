import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from '../../src/app/app.js';
import { CONFIG, type Config } from '../../src/base/config/config.js';
import { startForge, type Forge } from '../support/app.js';
import {
  deletionsFinished,
  DeletionLimits,
  DeletionWorker,
  holdWorker,
  resumeDeletions,
  setRowsPerUnit,
  unfinishedDeletions,
} from '../support/deletions.js';
import { sql } from '../support/internals.js';
import { brokenRules } from '../support/invariants.js';
import { addEvents } from '../support/many-rows.js';
import type { Resource } from '../support/seed.js';

/** So many that a service which is stopped at once has not finished. */
const MANY = 5_000;

let forge: Forge;
beforeEach(async () => {
  forge = await startForge();
});
afterEach(() => forge.close());

async function issueWithManyRows(): Promise<Resource> {
  const ada = await forge.seed.user();
  const project = await forge.seed.project(ada);
  const issue = await forge.seed.issue(project, ada);
  await addEvents(forge, issue, ada, MANY);
  return issue;
}

const eventsLeft = async () =>
  (await sql(forge, 'SELECT id FROM events WHERE subject_id > 0')).length;

/** Waits for another service to finish all deletions. */
async function allFinished(): Promise<void> {
  while ((await unfinishedDeletions(forge)) > 0) await delay(20);
}

/** Starts another service on the same database. */
const startAnother = (limits: Partial<DeletionLimits> = {}) =>
  createApp(forge.app.get<Config>(CONFIG), (app) => {
    Object.assign(app.get(DeletionLimits), limits);
  });

it('finishes at the start what another service has marked', async () => {
  setRowsPerUnit(forge, 0);
  const issue = await issueWithManyRows();
  holdWorker(forge);
  expect((await forge.root.delete(issue.at)).status).toBe(200);
  expect(await eventsLeft()).toBeGreaterThan(MANY - 1);
  const another = await startAnother();
  try {
    await another.get(DeletionWorker).idle();
    expect([await unfinishedDeletions(forge), await eventsLeft()]).toEqual([0, 0]);
    expect(await brokenRules(forge)).toEqual({});
  } finally {
    await another.close();
  }
});

it('finishes while it runs what another service has marked', async () => {
  setRowsPerUnit(forge, 0);
  const issue = await issueWithManyRows();
  holdWorker(forge);
  const another = await startAnother({ resumeIntervalMs: 20 });
  try {
    await another.get(DeletionWorker).idle();
    expect((await forge.root.delete(issue.at)).status).toBe(200);
    await allFinished();
    expect(await eventsLeft()).toBe(0);
  } finally {
    await another.close();
  }
});

it('stops after the current batch when the service stops', async () => {
  const issue = await issueWithManyRows();
  const worker = holdWorker(forge);
  expect((await forge.root.delete(issue.at)).status).toBe(200);
  const another = await startAnother();
  await another.close();
  expect(await unfinishedDeletions(forge)).toBe(1);
  expect(await eventsLeft()).toBeGreaterThan(0);
  await worker();
  expect([await unfinishedDeletions(forge), await eventsLeft()]).toEqual([0, 0]);
});

it('tries again after the database failed', async () => {
  setRowsPerUnit(forge, 0);
  const issue = await issueWithManyRows();
  const trigger =
    'CREATE TABLE kept (event_id bigint NOT NULL, FOREIGN KEY (event_id) REFERENCES events (id))';
  await sql(forge, trigger);
  await sql(forge, `INSERT INTO kept SELECT MAX(id) FROM events WHERE subject_id = ${issue.id}`);
  expect((await forge.root.delete(issue.at)).status).toBe(200);
  await deletionsFinished(forge);
  expect(await unfinishedDeletions(forge)).toBe(1);
  await sql(forge, 'DROP TABLE kept');
  await resumeDeletions(forge);
  expect([await unfinishedDeletions(forge), await eventsLeft()]).toEqual([0, 0]);
});
