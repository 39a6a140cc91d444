import { newKey } from '../keys/keys.js';
import { AllRows } from '../support/all-rows.js';
import { startForge, type Forge } from '../support/app.js';
import type { Answer } from '../support/client.js';
import { cutAt } from '../support/cut.js';
import {
  deletionsFinished,
  disableRests,
  resumeDeletions,
  setRowsPerUnit,
  unfinishedDeletions,
} from '../support/deletions.js';
import { everyRow } from '../support/internals.js';
import { brokenRules } from '../support/invariants.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

interface World {
  alice: SeededUser;
  bob: SeededUser;
  project: Resource;
  issue: Resource;
  snippet: Resource;
  mergeRequest: Resource;
  note: Resource;
  key: Resource;
  email: Resource;
}

type Rows = Record<string, string[]>;

let forge: Forge;
let world: World;
let start: AllRows;

/** Alice owns a project where alice and bob discuss everything. */
async function createWorld(): Promise<World> {
  const { seed, root } = forge;
  const [alice, bob] = [await seed.user(), await seed.user()];
  const project = await seed.project(alice, { visibility_level: VISIBILITY.public });
  const other = await seed.project(bob, { visibility_level: VISIBILITY.public });
  await seed.member(project, bob, LEVEL.developer);
  await seed.member(other, alice, LEVEL.developer);
  await root.put(alice.at, { provider: 'ldap', extern_uid: 'alice' });
  const post = async (at: string, given: object): Promise<Resource> => {
    const { body } = await alice.client.post<{ id: number }>(at, given);
    return { ...body, at: `${at}/${body.id}` };
  };
  const key = await post('/user/keys', { title: 'laptop', key: newKey() });
  const email = await post('/user/emails', { email: 'alice.second@example.com' });
  const discuss = async (noteable: Resource): Promise<Resource> => {
    const note = await seed.note(noteable, alice);
    await seed.note(noteable, bob);
    for (const { client } of [alice, bob])
      for (const { at } of [noteable, note])
        await client.post(`${at}/award_emoji`, { name: 'tada' });
    return note;
  };
  const issue = await seed.issue(project, bob, { assignee_id: alice.id });
  const snippet = await seed.snippet(project, alice);
  const mergeRequest = await seed.mergeRequest(project, alice);
  const note = await discuss(issue);
  await discuss(snippet);
  await discuss(mergeRequest);
  await discuss(await seed.issue(other, alice));
  // The deletion of the first user creates the ghost.
  await root.delete((await seed.user()).at);
  return { alice, bob, project, issue, snippet, mergeRequest, note, key, email };
}

interface Case {
  name: string;
  send: () => Promise<Answer>;
  /** Runs first. Keeps the number of statements small. */
  prepare?: () => Promise<unknown>;
  /** The rows are marked if they are more than a unit of work may have. */
  marks?: boolean;
}

const { alice, root } = {
  alice: () => world.alice.client,
  root: () => forge.root,
};

const cases: Case[] = [
  { name: 'a note', send: () => alice().delete(world.note.at) },
  { name: 'a key', send: () => alice().delete(world.key.at) },
  { name: 'an email', send: () => alice().delete(world.email.at) },
  {
    name: 'a membership',
    send: () => alice().delete(`${world.project.at}/members/${world.bob.id}`),
  },
  { name: 'an issue', marks: true, send: () => alice().delete(world.issue.at) },
  { name: 'a merge request', marks: true, send: () => alice().delete(world.mergeRequest.at) },
  { name: 'a snippet', marks: true, send: () => alice().delete(world.snippet.at) },
  { name: 'a project', marks: true, send: () => alice().delete(world.project.at) },
  { name: 'a user', marks: true, send: () => root().delete(world.alice.at) },
  {
    name: 'a user with their content',
    marks: true,
    send: () => root().delete(`${world.alice.at}?hard_delete=true`),
    // The cases above have snippets and merge requests.
    prepare: async () => {
      for (const { at } of [world.snippet, world.mergeRequest]) await alice().delete(at);
    },
  },
];

const inBackground = cases.filter(({ marks }) => marks);

beforeAll(async () => {
  forge = await startForge();
  disableRests(forge);
  world = await createWorld();
  start = await AllRows.of(forge);
});
afterEach(async () => {
  await start.restore(forge);
});
afterAll(() => forge.close());

/** Cuts the deletion at its nth statement. Returns how many statements it sent. */
async function sendCutAt(n: number, send: Case['send']) {
  const { sent, heal } = cutAt(forge, n);
  try {
    const { status } = await send();
    await deletionsFinished(forge);
    return { status, statements: sent() };
  } finally {
    heal();
  }
}

/** Every row. Records of the audit trail get another id and time in each run. */
async function comparableRows(): Promise<Rows> {
  const { audit_events: records = [], ...rows } = await everyRow(forge);
  const comparable = records.map((record) => {
    const { id, created_at, ...rest } = JSON.parse(record) as Record<string, unknown>;
    expect([id, created_at]).not.toContain(null);
    return JSON.stringify(rest);
  });
  return { ...rows, audit_events: comparable.sort() };
}

/** The rows after a deletion that nothing disturbs. */
async function rowsAfter(
  send: Case['send'],
  before: Rows,
): Promise<{ after: Rows; statements: number }> {
  const { status, statements } = await sendCutAt(Infinity, send);
  expect(status).toBe(200);
  expect(await brokenRules(forge)).toEqual({});
  expect(await everyRow(forge)).not.toEqual(before);
  const after = await comparableRows();
  return { after, statements };
}

/** Returns at how many statements a cut left the deletion for later. */
async function cutEverywhere({ send, prepare }: Case, rowsPerUnit: number): Promise<number> {
  setRowsPerUnit(forge, Infinity);
  await prepare?.();
  const prepared = await AllRows.of(forge);
  const before = await everyRow(forge);
  setRowsPerUnit(forge, rowsPerUnit);
  const { after, statements } = await rowsAfter(send, before);
  await prepared.restore(forge);
  expect(await everyRow(forge)).toEqual(before);
  let unfinished = 0;
  for (let n = 1; n <= statements; n++) {
    const { status } = await sendCutAt(n, send);
    if (status !== 200) {
      expect({ n, rows: await everyRow(forge) }).toEqual({ n, rows: before });
      continue;
    }
    expect(await brokenRules(forge)).toEqual({});
    unfinished += await unfinishedDeletions(forge);
    await resumeDeletions(forge);
    expect({ n, rows: await comparableRows() }).toEqual({ n, rows: after });
    await prepared.restore(forge);
  }
  return unfinished;
}

describe('a deletion that is cut at any statement', () => {
  it.each(cases)('changes nothing if it is one unit of work: $name', async (one) => {
    expect(await cutEverywhere(one, 500)).toBe(0);
  });

  it.each(inBackground)(
    'changes nothing, or is finished later, if its root is marked: $name',
    async (one) => {
      expect(await cutEverywhere(one, 3)).toBeGreaterThan(5);
    },
  );
});
