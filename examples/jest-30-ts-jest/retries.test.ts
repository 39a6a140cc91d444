import { startForge, type Forge } from 'forgenote/testing';

/** The code under test: it repeats a request as long as the forge is unavailable. */
async function addNote(url: string, token: string): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    const body = new URLSearchParams({ body: 'It hums.' });
    const headers = { 'private-token': token };
    const { status } = await fetch(url, { method: 'POST', headers, body });
    if (status !== 503 || attempt === 5) return status;
  }
}

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
beforeEach(() => forge.reset());
afterAll(() => forge.close());

it('repeats a note until the forge takes it', async () => {
  const ada = await forge.user({ username: 'ada' });
  const issue = await forge.issue({ author: ada, project: await forge.project({ owner: ada }) });
  await forge.fail({ on: 'POST /...notes', status: 503, times: 2 });
  expect(await addNote(`${forge.api}${issue.at}/notes`, ada.token)).toBe(201);
  expect((await forge.requests()).map(({ status }) => status)).toEqual([503, 503, 201]);
});
