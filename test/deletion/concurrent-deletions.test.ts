import { newKey } from '../keys/keys.js';
import { startForge, type Forge } from '../support/app.js';
import type { Answer, Client } from '../support/client.js';
import { deletionsFinished, resumeDeletions, setRowsPerUnit } from '../support/deletions.js';
import { brokenRules } from '../support/invariants.js';
import { VISIBILITY, type SeededUser } from '../support/seed.js';

/** Two services on one database. */
let forges: Forge[];
let forge: Forge;
let ada: SeededUser;

beforeAll(async () => {
  forge = await startForge();
  forges = [forge, await startForge({ DATABASE_URL: forge.settings.DATABASE_URL })];
  ada = await forge.seed.user();
  await forge.root.put(ada.at, { projects_limit: 100 });
});
afterAll(async () => {
  // The first one has the database.
  for (const one of forges.reverse()) await one.close();
});

/** Ten requests at once, five to each service. */
const tenTimes = (send: (client: Client) => Promise<Answer>, token: string) =>
  Promise.all(
    Array.from({ length: 10 }, (_, n) => send(forges[n % 2]?.as(token) ?? forge.as(token))),
  );

async function expectConsistent(): Promise<void> {
  for (const one of forges) await deletionsFinished(one);
  expect(await brokenRules(forge)).toEqual({});
}

const projectOfAda = () => forge.seed.project(ada, { visibility_level: VISIBILITY.public });

describe.each([
  ['in one unit of work', 500],
  ['in the background', 0],
])('ten concurrent deletions %s', (_, rowsPerUnit) => {
  beforeAll(() => {
    for (const one of forges) setRowsPerUnit(one, rowsPerUnit);
  });

  it.each(['', '?hard_delete=true'])(
    'return a user once and null nine times (%s)',
    async (query) => {
      const bob = await forge.seed.user();
      const project = await projectOfAda();
      await forge.seed.note(await forge.seed.issue(project, bob), bob);
      const answers = await tenTimes(
        (client) => client.delete(bob.at + query),
        'token-of-root-0000000',
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const views = answers.map(({ body }) => body).filter((body) => body !== null);
      expect(views).toMatchObject([{ id: bob.id, username: bob.username, email: bob.email }]);
      await expectConsistent();
    },
  );

  it.each(['project', 'issue', 'snippet', 'mergeRequest'] as const)(
    'return a %s once and 404 nine times',
    async (kind) => {
      const project = await projectOfAda();
      const root = kind === 'project' ? project : await forge.seed[kind](project, ada);
      if (kind === 'project') await forge.seed.issue(project, ada);
      else await forge.seed.note(root, ada);
      const answers = await tenTimes((client) => client.delete(root.at), ada.token);
      expect(answers.map(({ status }) => status).sort()).toEqual([
        200,
        ...Array<number>(9).fill(404),
      ]);
      await expectConsistent();
    },
  );

  it('return a note once and 404 nine times', async () => {
    const note = await forge.seed.note(await forge.seed.issue(await projectOfAda(), ada), ada);
    const answers = await tenTimes((client) => client.delete(note.at), ada.token);
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(9).fill(404),
    ]);
    await expectConsistent();
  });

  it.each([
    ['key', '/user/keys', () => ({ title: 'x', key: newKey() })],
    ['email', '/user/emails', () => ({ email: `second${rowsPerUnit}@example.com` })],
  ])('return an own %s once and null nine times', async (_kind, at, given) => {
    const { body } = await ada.client.post<{ id: number }>(at, given());
    const answers = await tenTimes((client) => client.delete(`${at}/${body.id}`), ada.token);
    expect(answers.filter((answer) => answer.body !== null)).toHaveLength(1);
    await expectConsistent();
  });
});

it('finishes a deletion that two services work on at once', async () => {
  for (const one of forges) setRowsPerUnit(one, 0);
  const project = await projectOfAda();
  for (let n = 0; n < 5; n++) await forge.seed.note(await forge.seed.issue(project, ada), ada);
  expect((await ada.client.delete(project.at)).status).toBe(200);
  await Promise.all(forges.map((one) => resumeDeletions(one)));
  await expectConsistent();
  expect((await forge.root.get(project.at)).status).toBe(404);
});
