import { databaseAddress } from '../src/base/config/database-address.js';
import { createEngine } from '../src/database/engines/create-engine.js';
import { schema } from '../src/app/schema.js';
import { fillUserTerms } from './fill-user-terms.js';
import type { Store } from './store.js';

/** Number of rows per table. */
export interface Sizes {
  users: number;
  /** On issue 1. */
  notes: number;
  /** Events of the caller. */
  events: number;
  /** Issues, and merge requests, of project 2. */
  items?: number;
}

export const ISSUES = 100;
/** Only the first two have issues. The others exist because optimizers treat a table with one row specially. */
const PROJECTS = 100;
/** The first issue or merge request of project 2. */
export const FIRST_ITEM = ISSUES + 1;
/** The service creates this user at its first start. */
export const ADMIN = { id: 1, token: 'bench-token-of-the-administrator' };
/** A master of the project without other rights, so that every visibility condition is evaluated. */
export const CALLER_ID = 2;
export const OWNER_ID = 3;
const FIRST_USER_ID = 2;
/** Row n is created n seconds after this time. */
const EPOCH = Date.UTC(2025, 0, 1);

export const tokenOf = (userId: number): string => `bench-token-${userId}`;
/** `updated_at` of an item of project 2: the reverse of the order in which they were created. */
export const updatedAt = (id: number, items: number): number => createdAt(FIRST_ITEM + items - id);
/** `created_at` of the row with this id, in milliseconds. */
export const createdAt = (id: number): number => EPOCH + id * 1000;

/** A username is three syllables and the id, so that parts of names repeat as in real data. */
const SYLLABLES = 'adabobcaldandoneloevafinfredgushalhenidaianjanjimkaylealuamaxmianednoraowl';
const syllable = (factor: number, modulus: number) =>
  `substr('${SYLLABLES}', 1 + 3 * ((n * ${factor}) % ${modulus}), 3)`;
const USERNAME = `${syllable(1, 19)} || ${syllable(7, 23)} || ${syllable(11, 17)} || '-' || n`;
const BODY = `'Note ' || n || ': the engine hums, and the wheel that was stuck this morning turns again.'`;

/** The username of the user with this id: same result as the SQL above. */
export function usernameOf(id: number): string {
  const part = (factor: number, modulus: number) =>
    SYLLABLES.slice(3 * ((id * factor) % modulus)).slice(0, 3);
  return `${part(1, 19)}${part(7, 23)}${part(11, 17)}-${id}`;
}

/** Fills a migrated database with the same rows on both engines. */
export async function seed(store: Store, sizes: Sizes): Promise<void> {
  await fill(store, 'users', FIRST_USER_ID, sizes.users, {
    ...{ id: 'n', username: USERNAME, username_key: USERNAME, name: `'Person ' || n` },
    ...{ email: `'person-' || n || '@example.com'`, state: "'active'", password_hash: "''" },
    ...{ token_digest: "sha2('bench-token-' || n, 256)", token_sealed: "''", admin: '0' },
    ...{ is_external: '0', can_create_group: '1', projects_limit: '10', bio: "'Turns wheels.'" },
    ...{ messenger: "''", professional_network: "''", microblog: "''", website_url: "''" },
    ...{ theme_id: '2', color_scheme_id: '1', confirmed_at: moment, created_at: moment },
  });
  await fill(store, 'emails', FIRST_USER_ID, sizes.users, {
    ...{ user_id: 'n', email: `'person-' || n || '@example.com'`, is_primary: '1' },
    created_at: moment,
  });
  await fillTerms(store);
  await fill(store, 'projects', 1, PROJECTS, {
    ...{ id: 'n', name: "'Engine ' || n", path: "'engine-' || n", path_key: "'engine-' || n" },
    ...{ visibility_level: '0', owner_id: OWNER_ID, issue_count: ISSUES, merge_request_count: '0' },
    ...{ created_at: moment, last_activity_at: moment },
  });
  await fill(store, 'project_members', 1, 2, {
    ...{ project_id: 'n', user_id: CALLER_ID, access_level: '40', created_at: moment },
  });
  await fill(store, 'issues', 1, ISSUES, {
    ...{ id: 'n', iid: 'n', project_id: '1', title: `'Issue ' || n`, description: "'It hums.'" },
    ...{ author_id: OWNER_ID, confidential: '0', state: "'opened'" },
    ...{ created_at: moment, updated_at: moment },
  });
  await fillItems(store, sizes.items ?? 0);
  await fill(store, 'notes', 1, sizes.notes, {
    ...{ id: 'n', noteable_type: "'Issue'", noteable_id: '1', project_id: '1' },
    ...{ author_id: `${FIRST_USER_ID} + n % ${Math.min(sizes.users, 50)}`, body: BODY },
    ...{ is_system: '0', created_at: moment, updated_at: moment },
  });
  await fill(store, 'events', 1, sizes.events, {
    ...{ author_id: CALLER_ID, project_id: '1', action: "'commented on'" },
    ...{ subject_type: "'Issue'", subject_id: '1', note_id: `1 + n % ${sizes.notes}` },
    created_at: moment,
  });
  await store.settle([
    ...['users', 'user_terms', 'emails', 'projects', 'issues', 'merge_requests', 'notes', 'events'],
    ...['labels', 'label_links'],
  ]);
}

/** Fills project 2 with issues and merge requests. */
async function fillItems(store: Store, items: number): Promise<void> {
  const columns = {
    ...{ id: 'n', iid: `n - ${FIRST_ITEM - 1}`, project_id: '2', author_id: OWNER_ID },
    ...{ title: "'Item ' || n", description: "'It hums.'", state: "'opened'", created_at: moment },
    updated_at: `${EPOCH} + (${FIRST_ITEM + items} - n) * 1000`,
  };
  await fill(store, 'issues', FIRST_ITEM, items, { ...columns, confidential: '0' });
  const branches = { source_branch: "'carry'", target_branch: "'master'" };
  await fill(store, 'merge_requests', FIRST_ITEM, items, { ...columns, ...branches });
  await fill(store, 'labels', 1, LABELS, {
    ...{ id: 'n', project_id: '2', name: "'label ' || n", name_key: "'label ' || n" },
    color: "'#428BCA'",
  });
  for (const type of ['Issue', 'MergeRequest'])
    await fill(store, 'label_links', FIRST_ITEM, items, {
      ...{ item_type: `'${type}'`, item_id: 'n', label_id: `1 + n % ${LABELS}` },
    });
}

/** Each item of project 2 has one of them. As many as a project may have. */
const LABELS = 1_000;

export const moment = `${EPOCH} + n * 1000`;

const STEP = 100_000;
const DIGITS = `(SELECT 0 AS d ${Array.from({ length: 9 }, (_, i) => `UNION ALL SELECT ${i + 1}`).join(' ')})`;

/** Inserts rows for n from `first` on. The engine generates them, at most STEP rows per transaction. */
export async function fill(
  store: Store,
  table: string,
  first: number,
  count: number,
  columns: Record<string, string | number>,
): Promise<void> {
  const end = first + count;
  for (let start = first; start < end; start += STEP) {
    await store.run(`INSERT INTO ${table} (${Object.keys(columns).join(', ')})
      SELECT ${Object.values(columns).join(', ')} FROM (
        SELECT ${start} + a.d * 10000 + b.d * 1000 + c.d * 100 + d.d * 10 + e.d AS n
        FROM ${DIGITS} a, ${DIGITS} b, ${DIGITS} c, ${DIGITS} d, ${DIGITS} e
      ) numbers WHERE n < ${end}`);
  }
}

/** The search terms need the code of the service, so they are inserted through its own engine. */
async function fillTerms({ url }: Store): Promise<void> {
  const engine = await createEngine({ ...databaseAddress.read(url), pool: 1, ca: null }, schema);
  await engine.open();
  await fillUserTerms(engine.dataSource);
  await engine.close();
}
