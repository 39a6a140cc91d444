import { visit } from '../pages/pages.js';
import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { Interleaving } from '../support/interleaving.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

const SECRET = 'written-after-all-were-locked-out';
/** A page with three notes of this length reads one after another. */
const LONG = 'x'.repeat(65_536);

let forge: Forge;
let ada: SeededUser;
let bob: SeededUser;
let project: Resource;
beforeAll(async () => {
  forge = await startForge();
  [ada, bob] = [await forge.seed.user(), await forge.seed.user()];
  project = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
});
afterAll(() => forge.close());

/** Sends the request once for each of its reads, and runs `act` after that read. Returns all responses as text. */
async function afterEachRead(
  send: (item: Resource) => Promise<string>,
  make: () => Promise<Resource>,
  act: (item: Resource) => Promise<unknown>,
): Promise<string[]> {
  const responses: string[] = [];
  for (let n = 1; ; n++) {
    const item = await make();
    const { stop } = new Interleaving(forge).afterRead(n, () => act(item));
    responses.push(await send(item));
    if (stop() < n) return responses;
  }
}

const page = async ({ web_url }: Resource) =>
  (await visit(forge, String(web_url).slice(forge.url.length))).text;
const body = (path: string, client: () => Client) => async (item: Resource) =>
  JSON.stringify((await client().get(item.at + path)).body);

describe('a snippet that becomes private and gets a secret, while somebody reads it', () => {
  const make = () => forge.seed.snippet(project, ada, { code: 'public code' });
  const hide = ({ at }: Resource) =>
    ada.client.put(at, { visibility_level: VISIBILITY.private, code: SECRET });

  it.each([
    ['its page', page],
    ['its code', body('/raw', () => bob.client)],
    ['the snippet', body('', () => bob.client)],
  ])('keeps the secret: %s', async (_, send) => {
    const responses = await afterEachRead(send, make, hide);
    expect(responses.length).toBeGreaterThan(1);
    for (const text of responses) expect(text).not.toContain(SECRET);
  });
});

describe('an issue that becomes confidential, and whose last note gets a secret, while somebody reads it', () => {
  let last: Resource;
  const make = async () => {
    const issue = await forge.seed.issue(project, ada);
    for (let n = 0; n < 3; n++) last = await forge.seed.note(issue, ada, { body: LONG });
    return issue;
  };
  const hide = async ({ at }: Resource) => {
    await ada.client.put(at, { confidential: true });
    await ada.client.put(last.at, { body: SECRET });
  };

  it('keeps the secret on its page', async () => {
    const responses = await afterEachRead(page, make, hide);
    expect(responses.length).toBeGreaterThan(4);
    for (const text of responses) expect(text).not.toContain(SECRET);
  });
});
