import { setTimeout as delay } from 'node:timers/promises';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { unfinishedDeletions } from '../support/deletions.js';
import { orphans, sql } from '../support/internals.js';
import { brokenRules } from '../support/invariants.js';
import { addEvents } from '../support/many-rows.js';
import { Program } from '../support/program.js';

/** So many that a service which is killed at once has not finished. */
const MANY = 20_000;

let forge: Forge;
let program: Program;
beforeEach(async () => {
  forge = await startForge();
  program = new Program();
});
afterEach(() => program.remove());
afterEach(() => forge.close());

it('finishes at the next start what a killed service has begun', async () => {
  const ada = await forge.seed.user();
  const issue = await forge.seed.issue(await forge.seed.project(ada), ada);
  await addEvents(forge, issue, ada, MANY);
  program.start(forge.settings);
  const url = await program.address();
  const headers = { 'PRIVATE-TOKEN': ROOT.token };
  const { status } = await fetch(`${url}/api/v3${issue.at}`, { method: 'DELETE', headers });
  program.signal('SIGKILL');
  await program.exit();
  expect([status, await unfinishedDeletions(forge)]).toEqual([200, 1]);
  expect(await brokenRules(forge)).toEqual({});
  program.stdout = '';
  program.start(forge.settings);
  await program.address();
  while ((await unfinishedDeletions(forge)) > 0) await delay(20);
  expect(await sql(forge, 'SELECT id FROM events WHERE subject_id > 0')).toEqual([]);
  expect(await orphans(forge)).toEqual([]);
});
