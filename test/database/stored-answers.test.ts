import { startForge, type Forge } from '../support/app.js';
import { Interleaving } from '../support/interleaving.js';
import { write } from '../support/internals.js';
import { NOTEABLES } from '../support/noteables.js';
import { LEVEL, type Resource, type SeededUser } from '../support/seed.js';

const REQUESTS = 50;
const MINUTE_MS = 60_000;

let forge: Forge;
let ada: SeededUser;
let bob: SeededUser;
let project: Resource;

beforeAll(async () => {
  forge = await startForge();
  [ada, bob] = [await forge.seed.user(), await forge.seed.user()];
  project = await forge.seed.project(ada);
  await forge.seed.member(project, bob, LEVEL.reporter);
});
afterAll(() => forge.close());

interface Updated {
  name: string;
  /** Has the column `updated_at`. */
  table?: string;
  make: () => Promise<Resource>;
  /** The parameters of the nth request. */
  change: (n: number) => object;
  /** Reads it as an update shows it. */
  read?: (made: Resource) => Promise<unknown>;
}

/** A note alone on a snippet is shown with the fields of the snippet. */
const listed = async ({ id, at }: Resource) => {
  const { body } = await ada.client.get<Resource[]>(at.replace(/\/\d+$/, ''));
  return body.find((one) => one.id === id);
};

const UPDATED: Updated[] = [
  ...NOTEABLES.map(({ type, make }) => ({
    name: `note of ${type}`,
    table: 'notes',
    make: async () => forge.seed.note(await make(forge.seed, project, ada), ada),
    change: (n: number) => ({ body: `Text ${n}` }),
    read: listed,
  })),
  ...NOTEABLES.map(({ type, path, make }) => ({
    name: type,
    table: path,
    make: () => make(forge.seed, project, ada),
    change: (n: number) => ({ title: `Text ${n}` }),
  })),
  {
    name: 'Project',
    make: () => forge.seed.project(ada),
    change: (n) => ({ name: `Text ${n}` }),
  },
  {
    name: 'Member',
    make: () => Promise.resolve({ id: bob.id, at: `${project.at}/members/${bob.id}` }),
    change: (n) => ({ access_level: [10, 20, 30, 40][n % 4] }),
  },
  {
    name: 'User',
    make: async () => ({ ...(await forge.seed.user()) }),
    change: (n) => ({ name: `Text ${n}` }),
    read: async ({ at }) => (await forge.root.get(at)).body,
  },
];
const readOf = ({ read }: Updated, made: Resource) =>
  read ? read(made) : ada.client.get(made.at).then(({ body }) => body);

describe.each(UPDATED)('PUT of a $name', (updated) => {
  it(`leaves one of the responses stored after ${REQUESTS} concurrent requests`, async () => {
    const made = await updated.make();
    // Administrators run other statements: their changes are audited.
    const clients = updated.name === 'User' ? [forge.root] : [ada.client, ada.client, forge.root];
    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, (_, n) =>
        (clients[n % clients.length] ?? forge.root).put(made.at, updated.change(n)),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const stored = await readOf(updated, made);
    expect(answers.map(({ body }) => body)).toContainEqual(stored);
  });
});

describe.each(UPDATED.filter(({ table }) => table !== undefined))('PUT of a $name', (updated) => {
  it.each(['its author', 'an administrator'])(
    'shows to %s the time that another instance with a later clock has stored',
    async (who) => {
      const made = await updated.make();
      const client = who === 'its author' ? ada.client : forge.root;
      const later = Date.parse(String(made['updated_at'])) + MINUTE_MS;
      new Interleaving(forge).before(1, () =>
        write(forge, `UPDATE ${updated.table ?? ''} SET updated_at = :later WHERE id = :id`, {
          ...{ later, id: made.id },
        }),
      );
      const { status, body } = await client.put<Resource>(made.at, updated.change(1));
      expect([status, body['updated_at']]).toEqual([200, new Date(later).toISOString()]);
      expect(await readOf(updated, made)).toEqual(body);
    },
  );
});
