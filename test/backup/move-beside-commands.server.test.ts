import { existsSync } from 'node:fs';
import { startForge } from '../support/app.js';
import { allContent } from '../support/all-content.js';
import { freshDatabase, freshFile, type FreshDatabase } from '../support/database.js';
import { Program } from '../support/program.js';
import { Proxy } from '../support/proxy.js';

const SECRET_KEY = 'k'.repeat(40);

let source: FreshDatabase;
let target: FreshDatabase;
let proxy: Proxy;
let mover: Program;
let other: Program;
/** The source, through the proxy. */
let from: string;

beforeEach(async () => {
  source = await freshDatabase();
  target = await freshFile();
  mover = new Program();
  other = new Program();
  const forge = await startForge({ DATABASE_URL: source.url, SECRET_KEY });
  await forge.seed.user({ username: 'ada' });
  await forge.close();
  const url = new URL(source.url);
  proxy = new Proxy(url.hostname, Number(url.port || 3306));
  url.port = String(await proxy.open());
  from = url.href;
});
afterEach(() => mover.remove());
afterEach(() => other.remove());
afterEach(() => proxy.close());
afterEach(() => source.drop());
afterEach(() => target.drop());

const move = () => {
  mover.stdout = mover.stderr = '';
  mover.start({}, 'move', '--from', from, '--to', target.url);
};

/** Stops the move when it sends this text, runs `work`, and lets the move go on. Returns its exit code. */
async function moveAround(text: string, work: () => Promise<void>): Promise<number | null> {
  const reached = new Promise<void>((resolve) => {
    proxy.rewriteRequest = (chunk) => {
      if (chunk.includes(text)) {
        mover.signal('SIGSTOP');
        resolve();
      }
      return chunk;
    };
  });
  move();
  await reached;
  proxy.forwardAll();
  await work();
  mover.signal('SIGCONT');
  return mover.exit();
}

async function run(...words: string[]): Promise<void> {
  other.start({ DATABASE_URL: source.url, SECRET_KEY }, ...words);
  expect(await other.exit()).toBe(0);
}

const usersOf = async (url: string) => (await allContent(url))['users'];

describe('forgenote move from a server', () => {
  it('refuses if a command has changed the source during the copy, and succeeds when repeated', async () => {
    const code = await moveAround('FROM `users`', () => run('user', 'reset-token', 'ada'));
    expect(mover.stderr).toBe(
      'Another process has changed the database of --from during the copy, and the copy lacks that. Nothing was kept: stop the services and commands that use this database, then run this again.\n',
    );
    expect(code).toBe(69);
    expect(existsSync(target.url.replace('sqlite:', ''))).toBe(false);
    move();
    expect(await mover.exit()).toBe(0);
    expect(await usersOf(target.url)).toEqual(await usersOf(source.url));
  });

  it('refuses if a service has started, changed a row and stopped during the copy', async () => {
    const code = await moveAround('FROM `user_terms`', async () => {
      const forge = await startForge({ DATABASE_URL: source.url, SECRET_KEY });
      expect((await forge.root.put('/users/1', { bio: 'new' })).status).toBe(200);
      await forge.close();
    });
    expect(mover.stderr).toMatch(/^Another process has changed the database of --from/);
    expect(code).toBe(69);
    expect(existsSync(target.url.replace('sqlite:', ''))).toBe(false);
  });

  it('ignores commands that only read', async () => {
    expect(await moveAround('FROM `users`', () => run('admin', 'list'))).toBe(0);
  });
});
