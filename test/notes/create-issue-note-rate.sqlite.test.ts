import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { VISIBILITY, type Resource } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

let forge: Forge;
let issue: Resource;

async function start(settings: Record<string, string>): Promise<void> {
  forge = await startForge(settings);
  const owner = await forge.seed.user();
  const project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
  issue = await forge.seed.issue(project, owner);
}
const write = (client: Client, body = 'x') => client.post(`${issue.at}/notes`, { body });
async function statuses(client: Client, bodies: string[]): Promise<number[]> {
  const all = [];
  for (const body of bodies) all.push((await write(client, body)).status);
  return all;
}

describe('POST .../issues/:issue_id/notes with a limit of 3 per minute', () => {
  beforeAll(() => start({ RATE_LIMIT: 'on', RATE_LIMIT_NOTES: '3' }));
  afterAll(() => forge.close());

  it('returns 429 for the fourth note, with Retry-After', async () => {
    const ada = await forge.seed.user();
    expect(await statuses(ada.client, ['1', '2', '3'])).toEqual([201, 201, 201]);
    const answer = await write(ada.client);
    expect(answer).toEqual(answered(429, { message: '429 Too Many Requests - Retry later' }));
    expect(answer.headers.get('Retry-After')).toMatch(/^([1-9]|[1-5]\d|60)$/);
  });

  it('returns what is left of the limit', async () => {
    const ada = await forge.seed.user();
    const remaining = [];
    for (const body of ['1', '2', '3', '4']) {
      const { headers } = await write(ada.client, body);
      remaining.push([headers.get('RateLimit-Limit'), headers.get('RateLimit-Remaining')]);
      expect(headers.get('RateLimit-Reset')).toMatch(/^([1-9]|[1-5]\d|60)$/);
    }
    expect(remaining).toEqual([
      ['3', '2'],
      ['3', '1'],
      ['3', '0'],
      ['3', '0'],
    ]);
  });

  it('creates nothing for refused requests', async () => {
    const ada = await forge.seed.user();
    const mine = async () => (await ada.client.get(`${ada.at}/events`)).headers.get('X-Total');
    await statuses(ada.client, ['1', '2', '3', '4', '5']);
    expect(await mine()).toBe('3');
  });

  it('accepts exactly 3 of 10 concurrent requests', async () => {
    const ada = await forge.seed.user();
    const answers = await Promise.all(Array.from({ length: 10 }, () => write(ada.client)));
    const through = answers.filter(({ status }) => status === 201);
    expect([through.length, answers.length]).toEqual([3, 10]);
  });

  it('counts per user, and counts sudo requests for the user of sudo', async () => {
    const [ada, bob] = [await forge.seed.user(), await forge.seed.user()];
    await statuses(ada.client, ['1', '2', '3']);
    expect((await write(bob.client)).status).toBe(201);
    expect((await write(forge.root.sudo(ada.id))).status).toBe(429);
    expect((await write(forge.root.sudo(bob.id))).status).toBe(201);
  });

  it('does not count requests that fail for another reason', async () => {
    const ada = await forge.seed.user();
    expect(await statuses(ada.client, ['', ' ', '', '1', '2', '3'])).toEqual([
      ...[400, 400, 400],
      ...[201, 201, 201],
    ]);
  });

  it('counts awards too', async () => {
    const ada = await forge.seed.user();
    expect(await statuses(ada.client, [':tada:', '🎉', ':heart:', 'x'])).toEqual([
      ...[201, 409, 201],
      429,
    ]);
  });

  it('does not limit reading and changing notes', async () => {
    const ada = await forge.seed.user();
    const note = await forge.seed.note(issue, ada);
    await statuses(ada.client, ['1', '2', '3']);
    expect((await ada.client.get(note.at)).status).toBe(200);
    expect((await ada.client.put(note.at, { body: 'x' })).status).toBe(200);
  });
});

describe('POST .../issues/:issue_id/notes', () => {
  afterEach(() => forge.close());

  it('is limited to 300 notes per minute by default', async () => {
    await start({ RATE_LIMIT: 'on' });
    const ada = await forge.seed.user();
    const { headers } = await write(ada.client);
    const left = ['RateLimit-Limit', 'RateLimit-Remaining'].map((name) => headers.get(name));
    expect(left).toEqual(['300', '299']);
    expect(Number(headers.get('RateLimit-Reset'))).toBeLessThanOrEqual(60);
  });

  it.each([
    ['RATE_LIMIT_NOTES=0', { RATE_LIMIT: 'on', RATE_LIMIT_NOTES: '0' }],
    ['RATE_LIMIT=off', { RATE_LIMIT: 'off', RATE_LIMIT_NOTES: '1' }],
  ])('is not limited with %s', async (_, settings) => {
    await start(settings);
    const ada = await forge.seed.user();
    expect(await statuses(ada.client, ['1', '2', '3'])).toEqual([201, 201, 201]);
  });
});
