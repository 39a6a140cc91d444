import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { Program } from '../support/program.js';
import { filledForge, shownBy } from './sample-forge.js';

/** Which request is interrupted: in the middle of the notes of the first project. */
const MIDDLE = 30;
const PASSED_ON = ['content-type', 'link', 'x-next-page'];

let source: Forge;
let gateway: Server;
let url: string;
let target: Forge;
let program: Program;

/** The requests that reached the source, and those of them that got a whole response. */
let asked: string[];
let answered: string[];
/** Called for each request with its number from 1. True if it has taken care of the response. */
let interrupt: (n: number, response: ServerResponse) => boolean;

/** Counts the requests to the source, and interrupts them. */
async function passOn(path: string, token: string, response: ServerResponse): Promise<void> {
  asked.push(path);
  if (interrupt(asked.length, response)) return;
  const { status, headers, ...rest } = await fetch(source.url + path, {
    headers: { 'PRIVATE-TOKEN': token },
  }).then(async (own) => ({
    ...{ status: own.status, headers: own.headers },
    body: await own.text(),
  }));
  const kept = PASSED_ON.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  response.writeHead(status, Object.fromEntries(kept) as Record<string, string>);
  response.end(rest.body);
  answered.push(path);
}

beforeAll(async () => {
  source = await filledForge();
  gateway = createServer((request, response) => {
    void passOn(request.url ?? '', String(request.headers['private-token']), response);
  }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
});
afterAll(async () => {
  gateway.closeAllConnections();
  gateway.close();
  await source.close();
});
beforeEach(async () => {
  target = await startForge();
  program = new Program();
  writeFileSync(join(program.folder, 'token'), ROOT.token);
  [asked, answered] = [[], []];
  interrupt = () => false;
});
afterEach(async () => {
  await program.remove();
  await target.close();
});

const startImport = (...words: string[]) => {
  program.stdout = program.stderr = '';
  const from = ['--from-api', url, '--token-file', 'token'];
  program.start(target.settings, 'import', ...from, ...words);
};
const runImport = (...words: string[]) => {
  startImport(...words);
  return program.exit();
};
const files = () => readdirSync(program.folder).filter((name) => name !== 'token');

/** Kills the program while it waits for a response. */
async function killInTheMiddle(...words: string[]): Promise<void> {
  const reached = new Promise<void>((resolve) => {
    interrupt = (n) => {
      if (n === MIDDLE) resolve();
      return n >= MIDDLE;
    };
  });
  startImport(...words);
  await reached;
  program.signal('SIGKILL');
  await program.exit();
  interrupt = () => false;
}

it('continues after kill -9 without asking again for what was complete', async () => {
  await killInTheMiddle();
  const complete = [...answered];
  expect(complete).toHaveLength(MIDDLE - 1);
  const name = `import-127.0.0.1-${new URL(url).port}.jsonl`;
  expect(files()).toEqual(
    ['.download', '.download-wal', '.download.part'].map((suffix) => name + suffix),
  );
  const modes = files().map((name) => statSync(join(program.folder, name)).mode & 0o777);
  expect(new Set(modes)).toEqual(new Set([0o600]));
  for (const name of files())
    expect(readFileSync(join(program.folder, name), 'latin1')).not.toContain(ROOT.token);

  asked = [];
  expect(await runImport()).toBe(0);
  expect(program.stderr).toMatch(
    /^import-\S+\.download has 29 responses since \S+Z: the download continues\. To start again, remove this file\.\n$/,
  );
  expect(asked.filter((path) => complete.includes(path))).toEqual([]);
  expect(new Set(answered).size).toBe(answered.length);
  expect(files()).toEqual([]);
  expect(await shownBy(target)).toEqual(await shownBy(source));
});

it('continues after the server was not available', async () => {
  // `Retry-After` keeps the test short.
  interrupt = (n, response) => {
    if (n >= MIDDLE) response.writeHead(503, { 'Retry-After': '0.01' }).end();
    return n >= MIDDLE;
  };
  expect(await runImport('e.jsonl')).toBe(69);
  expect(program.stderr).toMatch(
    /does not respond to \S+: nothing was changed\. Run the same command again later: it continues\.\n$/,
  );
  expect(files()).toEqual(['e.jsonl.download', 'e.jsonl.download-wal']);
  interrupt = () => false;
  expect(await runImport('e.jsonl')).toBe(0);
  expect(new Set(answered).size).toBe(answered.length);
  expect(files()).toEqual(['e.jsonl']);
  expect(await shownBy(target)).toEqual(await shownBy(source));
});

it('asks a continued download again for a list that was missing', async () => {
  let missing = '';
  interrupt = (_, response) => {
    const path = asked.at(-1) ?? '';
    if (missing !== '') response.writeHead(503, { 'Retry-After': '0.01' }).end();
    else if (/issues\/\d+\/notes\?/.test(path)) {
      missing = path;
      response.writeHead(404).end();
    }
    return missing !== '';
  };
  expect(await runImport()).toBe(69);
  interrupt = () => false;
  expect(await runImport()).toBe(0);
  expect(program.stdout).not.toContain('Left out');
  expect(await shownBy(target)).toEqual(await shownBy(source));
});

it('asks again after a response that ends early', async () => {
  interrupt = (n, response) => {
    if (n !== MIDDLE) return false;
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write('[{"id":', () => response.destroy());
    return true;
  };
  expect(await runImport()).toBe(0);
  expect(asked.filter((path) => path === asked[MIDDLE - 1])).toHaveLength(2);
  expect(await shownBy(target)).toEqual(await shownBy(source));
});

it('downloads nothing again when the import itself was refused', async () => {
  await target.seed.user({ username: 'bob', email: 'another@x.org' });
  expect(await runImport()).toBe(65);
  const complete = asked.length;
  writeFileSync(join(program.folder, 'map.json'), '{"bob": "bob"}');
  expect(await runImport('--map-users', 'map.json')).toBe(0);
  expect(asked).toHaveLength(complete);
  expect(files()).toEqual(['map.json']);
});

it.each([
  ['token', () => source.seed.user({ username: 'second', admin: true }).then(({ token }) => token)],
  ['URL', () => Promise.resolve(null)],
])('starts again with another %s, and says so', async (_, otherToken) => {
  await killInTheMiddle('e.jsonl');
  const token = await otherToken();
  if (token !== null) writeFileSync(join(program.folder, 'token'), token);
  asked = [];
  const other = token === null ? url.replace('127.0.0.1', 'localhost') : url;
  expect(await runImport('e.jsonl', '--dry-run', '--from-api', other)).toBe(0);
  expect(program.stderr).toBe(
    'e.jsonl.download was of another URL, token or version: the download starts again.\n',
  );
  expect(asked[0]).toBe('/api/v3/user');
  expect(asked.length).toBeGreaterThan(MIDDLE);
  expect(files()[0]).toBe('e.jsonl');
});

it.each([[[]], [['e.jsonl']]])('imports what a dry run has downloaded, with %j', async (words) => {
  expect(await runImport(...words, '--dry-run')).toBe(0);
  expect(program.stdout).toContain(
    'The download is kept: run the same command without --dry-run to import it.',
  );
  const complete = asked.length;
  expect(await runImport(...words)).toBe(0);
  expect(asked).toHaveLength(complete);
  expect(files()).toEqual(words);
  expect(await shownBy(target)).toEqual(await shownBy(source));
});

it('names the command for a file that is complete', async () => {
  expect(await runImport('e.jsonl')).toBe(0);
  asked = [];
  expect(await runImport('e.jsonl')).toBe(69);
  expect(program.stderr).toBe(
    'e.jsonl exists: import it with forgenote import e.jsonl, or remove it, or name another file.\n',
  );
  expect(asked).toEqual([]);
});

it('refuses a second import into the same file while the first one reads', async () => {
  const reached = new Promise<void>((resolve) => {
    interrupt = () => {
      resolve();
      return true;
    };
  });
  startImport('e.jsonl');
  await reached;
  const second = new Program();
  try {
    const from = ['--from-api', url, '--token-file', join(program.folder, 'token')];
    second.start(target.settings, 'import', ...from, join(program.folder, 'e.jsonl'));
    expect(await second.exit()).toBe(69);
    expect(second.stderr).toMatch(
      /e\.jsonl\.download is in use: another import reads a server into it\. Wait for it\.\n$/,
    );
  } finally {
    await second.remove();
  }
});

it('changes no other file that has the name of a download', async () => {
  const letter = join(program.folder, 'e.jsonl.download');
  writeFileSync(letter, 'letter', { mode: 0o600 });
  expect(await runImport('e.jsonl')).toBe(69);
  expect(program.stderr).toBe(
    'e.jsonl.download is not a download of this command: remove it, or name another file.\n',
  );
  expect(readFileSync(letter, 'utf8')).toBe('letter');
  expect(asked).toEqual([]);
});
