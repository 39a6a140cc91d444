import { ROOT, startForge, type Forge } from '../support/app.js';
import { RawConnection, requestText, sendRaw } from '../support/raw.js';

const TOKEN = { 'PRIVATE-TOKEN': ROOT.token };
const OK = { status: 'ok', warnings: [] };

let forge: Forge;
beforeAll(async () => {
  forge = await startForge({ PUBLIC_URL: 'https://forge.example/sub' });
});
afterAll(() => forge.close());

const send = (target: string, headers: Record<string, string> = {}) =>
  sendRaw(forge.url, requestText(`GET ${target}`, headers));
const refused = (reason: string) => ({
  status: 400,
  body: { message: `400 Bad Request - ${reason}` },
});

describe('a request target', () => {
  it.each([
    '/health#',
    '/health#/ready',
    '/api/v3/user#private_token=x',
    '/api/v3/user?a=b#c',
    '/api/v3/nothing#x',
    '/%%zz#x',
  ])('with a # returns 400: %s', async (target) => {
    expect(await send(target)).toMatchObject(refused('the request target contains a #'));
  });

  it('of a # alone returns 400', async () => {
    expect(await send('#')).toMatchObject(refused('this is no HTTP request'));
  });

  it('does not start a query with a #', async () => {
    expect(await send(`/api/v3/user#?private_token=${ROOT.token}`)).toMatchObject(
      refused('the request target contains a #'),
    );
  });

  it.each(['forge.example:443', 'forge.example', 'localhost:80', 'health', 'ftp://x/health'])(
    'that is neither a path nor a URL returns 400: %s',
    async (target) => {
      expect((await send(target)).status).toBe(400);
    },
  );

  it('may be a URL with the host of PUBLIC_URL or the listening address', async () => {
    const { host, port } = new URL(forge.url);
    for (const own of ['forge.example', 'FORGE.example:443', host, `localhost:${port}`]) {
      const url = `${own.endsWith(':443') ? 'https' : 'http'}://${own}/health`;
      expect([own, await send(url)]).toMatchObject([own, { status: 200, body: OK }]);
    }
    expect(await send(`http://${host}/api/v3/user?x=1`, TOKEN)).toMatchObject({ status: 200 });
    expect(await send(`http://${host}/api/v3/user.json?x=1`, TOKEN)).toMatchObject({ status: 200 });
  });

  it('is not accepted as a URL with another host, whatever the Host header says', async () => {
    const { host, port } = new URL(forge.url);
    const others = [
      ...['other.example', 'forge.example.evil.example', `forge.example:${port}`, '127.0.0.1:1'],
      ...[`root@${host}`, `root:word@${host}`, `[::1]:${port}`, `${host}.evil.example`],
    ];
    for (const other of others)
      expect([other, await send(`http://${other}/health`, { Host: host })]).toMatchObject([
        other,
        { status: 400 },
      ]);
  });
});

describe('the header Host', () => {
  it('is refused if it is given twice', async () => {
    for (const second of ['localhost', 'other.example']) {
      const text = `GET /health HTTP/1.1\r\nHost: localhost\r\nhOST: ${second}\r\n\r\n`;
      expect(await sendRaw(forge.url, text)).toMatchObject(
        refused('the header Host is given twice'),
      );
    }
  });

  it.each(['a b', 'a/b', 'a?b', 'a#b', 'user@a', 'a\\b'])(
    'is refused if it is %s',
    async (Host) => {
      expect(await send('/health', { Host })).toMatchObject(refused('the header Host is invalid'));
    },
  );
});

describe('a Content-Length', () => {
  it.each(['+2', '-2', '0x2', '2.0', '2,2', '2 2', ' ', '1e0'])(
    'of %j returns 400',
    async (length) => {
      const connection = new RawConnection(forge.url);
      const headers = { ...TOKEN, 'Content-Type': 'application/json', 'Content-Length': length };
      connection.send(`${requestText('PUT /api/v3/projects/1', headers)}{}`);
      expect((await connection.answer()).status).toBe(400);
      await connection.closed();
    },
  );
});
