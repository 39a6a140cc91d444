import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Exporter } from '../../src/exchange/exporter.service.js';
import { writeLines } from '../../src/exchange/write-lines.js';
import { create } from '../../src/testing/creations.js';
import { startForge, type Forge } from '../support/app.js';
import { LEVEL, VISIBILITY } from '../support/seed.js';
import { ed25519 } from '../support/ssh-samples.js';

/** Line separators, a surrogate pair, what JSON escapes, and spaces at the end. */
export const TEXT = 'one\u2028two\u2029three\r\n\t"four" \\ \u0001 👍🏽 e\u0301  ';
const MOMENT = '2020-02-29T12:00:00.007Z';

/** Fills a forge with every kind of thing that an export has. */
export async function fill(forge: Forge): Promise<void> {
  const { seed, root } = forge;
  const profile = {
    bio: 'Notes on engines.',
    location: 'London',
    website_url: 'https://a.example',
  };
  const ada = await seed.user({
    username: 'Ada',
    email: 'ada@x.org',
    projects_limit: 100_000,
    ...profile,
  });
  const bob = await seed.user({ username: 'bob', email: 'bob@x.org', external: true });
  const eve = await seed.user({
    username: 'eve',
    email: 'eve@x.org',
    provider: 'ldapmain',
    extern_uid: 'uid=eve',
  });
  const gone = await seed.user({ username: 'gone', email: 'gone@x.org' });
  await create(root, `${ada.at}/emails`, { email: 'lovelace@example.com' });
  await create(root, `${ada.at}/keys`, { title: 'Laptop', key: ed25519 });
  const project = await seed.project(ada, { path: 'Engine', visibility_level: VISIBILITY.public });
  const hidden = await seed.project(bob, { description: TEXT }).catch(() => null);
  await seed.project(gone);
  await seed.member(project, bob, LEVEL.developer);
  await seed.member(project, eve, LEVEL.reporter);
  const issue = await seed.issue(project, ada, { description: TEXT, confidential: true });
  await root.put(issue.at, { assignee_id: bob.id });
  await ada.client.put(issue.at, { state_event: 'close' });
  await ada.client.put(issue.at, { state_event: 'reopen' });
  await root.delete((await seed.issue(project, eve)).at);
  await seed.issue(project, gone, { description: 'x'.repeat(100_000) });
  const change = await seed.mergeRequest(project, bob, { assignee_id: ada.id });
  await ada.client.put(change.at, { state_event: 'merge' });
  const snippets = [
    await seed.snippet(project, eve, { title: 'Same', file_name: 'a.txt', code: TEXT }),
    await seed.snippet(project, ada, { visibility_level: 0, code: 'y'.repeat(50_000) }),
  ];
  for (const item of [issue, change, ...snippets]) {
    for (const body of [TEXT, 'again', 'again', 'z'.repeat(12_000)])
      await seed.note(item, ada, { body, created_at: MOMENT });
    const note = await seed.note(item, bob).catch(() => seed.note(item, ada));
    for (const at of [item.at, note.at]) {
      await create(ada.client, `${at}/award_emoji`, { name: 'tada' });
      await create(root, `${at}/award_emoji`, { name: 'thumbsup' });
    }
  }
  for (const item of [change]) await seed.note(item, gone);
  if (hidden) await seed.issue(hidden, bob);
  await root.put(`${eve.at}/block`);
  await root.delete(gone.at);
}

/** A file in a new folder, with what removes the folder. */
export function freshFile(name = 'export.jsonl') {
  const folder = mkdtempSync(join(tmpdir(), 'forgenote-exchange-'));
  return {
    file: join(folder, name),
    in: (other: string) => join(folder, other),
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}

export const exportTo = (forge: Forge, file: string) =>
  writeLines(file, forge.app.get(Exporter, { strict: false }).lines(), () => undefined);

export async function filledForge(): Promise<Forge> {
  const forge = await startForge();
  await fill(forge);
  return forge;
}

type Json = null | string | number | boolean | Json[] | { [key: string]: Json };

/** Ids and addresses differ from forge to forge. The first administrator and the ghost are each forge's own. */
function withoutIds(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== 'object' || value === null) return value;
  const isRoot = value['username'] === 'root' || value['username'] === 'ghost';
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => {
      if (key === 'id' || key.endsWith('_id') || key.endsWith('_url')) return [];
      if (isRoot && key.endsWith('_at')) return [];
      return [[key, withoutIds(field)] as const];
    }),
  );
}

interface Names {
  id: number;
  username: string;
  path_with_namespace: string;
}

/** Everything that the API shows, without ids. */
export async function shownBy({ root }: Forge): Promise<Record<string, Json>> {
  const shown: Record<string, Json> = {};
  type Rows = ({ [key: string]: Json } & Names)[];
  const list = async (path: string, as: string): Promise<Rows> => {
    const { status, body } = await root.get<Rows>(path, { per_page: 100 });
    if (status !== 200) throw new Error(`${status} for ${path}`);
    const sorted =
      as === 'users' ? body.toSorted((a, b) => (a.username < b.username ? -1 : 1)) : body;
    shown[as] = withoutIds(sorted);
    return body;
  };
  for (const user of await list('/users', 'users')) {
    const at = `/users/${user.id}`;
    const own = (await root.get<Json>(at)).body;
    shown[`user ${user.username}`] = withoutIds(own);
    if (user.username !== 'root') shown[`events of ${user.username}`] = await eventsOf(root, at);
    for (const kind of ['emails', 'keys'])
      await list(`${at}/${kind}`, `${kind} of ${user.username}`);
  }
  for (const project of await list('/projects/all', 'projects')) {
    const at = `/projects/${project.id}`;
    const as = project.path_with_namespace;
    await list(`${at}/members`, `${as} members`);
    for (const kind of ['issues', 'merge_requests', 'snippets']) {
      for (const [n, item] of (await list(`${at}/${kind}`, `${as} ${kind}`)).entries()) {
        const itemAt = `${at}/${kind}/${item.id}`;
        const name = `${as} ${kind} ${n}`;
        if (kind === 'snippets')
          shown[`${name} raw`] = (await root.get<string>(`${itemAt}/raw`)).body;
        await list(`${itemAt}/award_emoji`, `${name} awards`);
        for (const [i, note] of (await list(`${itemAt}/notes`, `${name} notes`)).entries())
          await list(`${itemAt}/notes/${note.id}/award_emoji`, `${name} note ${i} awards`);
      }
    }
  }
  return shown;
}

/** Without times and without order: an event of a change of state can be a millisecond older than its system note. */
async function eventsOf(root: Forge['root'], user: string): Promise<string[]> {
  type Event = { action_name: string; target_title: string | null; note?: { body: string } };
  const { body } = await root.get<Event[]>(`${user}/events`, { per_page: 100 });
  return body
    .map(({ action_name, target_title, note }) =>
      JSON.stringify([action_name, target_title, note?.body]),
    )
    .sort();
}
