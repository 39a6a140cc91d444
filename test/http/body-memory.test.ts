import { ROOT, startForge, type Forge } from '../support/app.js';
import { RawConnection, requestText } from '../support/raw.js';

const LENGTH = 1_000_000;
/** Sent so far. One body of a user fits into half of the budget; two do not. */
const SENT = 750_000;

let forge: Forge;
beforeAll(async () => {
  forge = await startForge({
    BODY_LIMIT: '1048576',
    BODY_LIMIT_NOTES: '1048576',
    BODY_MEMORY: '2097152',
  });
});
afterAll(() => forge.close());

/** Sends a large body except for its end. */
function begin(token = ROOT.token, length = LENGTH, sent = SENT): RawConnection {
  const connection = new RawConnection(forge.url);
  const headers = {
    'PRIVATE-TOKEN': token,
    'Content-Type': 'application/json',
    'Content-Length': length,
  };
  const text = `{"name":"x","filler":"${'x'.repeat(sent)}`;
  connection.send(requestText('POST /api/v3/projects', headers) + text);
  return connection;
}

describe('bodies that take too much memory together', () => {
  it('return 503 with Retry-After, while small ones are read', async () => {
    const held = [begin(), begin(), begin(), begin()];
    const refused = await Promise.any(held.map((connection) => connection.answer()));
    expect([refused.status, refused.body]).toEqual([503, { message: '503 Service Unavailable' }]);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect((await forge.root.post('/projects', { name: 'small' })).status).toBe(201);
    for (const connection of held) connection.end();
  });

  it('take half of the memory if one user sends them: other users still send a large one', async () => {
    const mallory = await forge.seed.user();
    const send = async (token: string) => {
      const filler = 'x'.repeat(300_000);
      return (await forge.as(token).put('/users/1', { bio: 'still here', filler })).status;
    };
    const held: RawConnection[] = [];
    while ((await send(mallory.token)) !== 503) held.push(begin(mallory.token, 500_000, 400_000));
    expect(await send(ROOT.token)).toBe(200);
    for (const connection of held) connection.end();
  });

  it('are forgotten when their connections are closed', async () => {
    const send = () =>
      forge.root.post('/projects', { name: 'large', filler: 'x'.repeat(1_000_000) });
    let answer = await send();
    while (answer.status === 503) answer = await send();
    expect(answer.status).toBe(201);
  });
});
