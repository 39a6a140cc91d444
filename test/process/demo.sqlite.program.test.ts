import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/ports.js';
import { Program } from '../support/program.js';

const HEADERS = { 'PRIVATE-TOKEN': 'demo-token-of-root-0' };

const first = new Program('demo.js');
const { folder } = first;
/** In the folder of the first, as a second demo in the same clone. */
let second: Program;
let PORT: string;

const inSameFolder = () => new Program('demo.js', [], folder);
/** The database that the demo says it uses. */
const databaseOf = ({ stdout }: Program) =>
  join(folder, /new database in (\S+) \.\.\./.exec(stdout)?.[1] ?? 'none');
const statusOf = async (url: string) =>
  (await fetch(new URL('/api/v3/user', url), { headers: HEADERS })).status;

async function stop(program: Program): Promise<void> {
  program.signal('SIGINT');
  await program.exit();
}

beforeEach(async () => {
  PORT = String(await freePort());
  first.stdout = first.stderr = '';
  second = inSameFolder();
});
afterEach(() => Promise.all([stop(first), stop(second)]));
afterAll(() => first.remove());

describe('the demo', () => {
  it('says where its data and pages are, has an administrator of its own whatever the settings are, and removes its data', async () => {
    first.start({ PORT, DATABASE_URL_FILE: 'none', ADMIN_TOKEN_FILE: 'none' });
    expect(await statusOf(await first.address())).toBe(200);
    expect(existsSync(databaseOf(first))).toBe(true);
    for (const path of ['docs', 'ada']) {
      const url = `http://127.0.0.1:${PORT}/${path}`;
      expect(first.stdout).toContain(`  ${url} `);
      expect((await fetch(url)).status).toBe(200);
    }
    await stop(first);
    expect(readdirSync(join(folder, 'data'))).toEqual([]);
  });

  it('has an issue whose id is not the number in its URL, and answers pages on this machine', async () => {
    first.start({ PORT });
    const url = await first.address();
    const origins = ['http://localhost:5173', 'http://127.0.0.1:8080', 'http://[::1]:8080'];
    const responses = origins.map((Origin) =>
      fetch(new URL('/api/v3/projects/root%2Frelay-calculator/issues/2', url), {
        headers: { ...HEADERS, Origin },
      }),
    );
    const answers = await Promise.all(responses);
    expect(await answers[0]?.json()).toMatchObject({ id: 2, iid: 1 });
    expect(answers.map(({ headers }) => headers.get('access-control-allow-origin'))).toEqual([
      ...[origins[0], origins[1], null],
    ]);
  });

  it('keeps its database when another demo starts on the same port of another host', async () => {
    first.start({ PORT, HOST: '127.0.0.1' });
    const url = await first.address();
    second.start({ PORT, HOST: '127.0.0.2' });
    expect(await statusOf(await second.address())).toBe(200);
    expect(databaseOf(second)).not.toBe(databaseOf(first));
    await stop(second);
    expect(existsSync(databaseOf(first))).toBe(true);
    expect(await statusOf(url)).toBe(200);
    second.stdout = second.stderr = '';
    second.start({ PORT });
    expect(await second.exit()).not.toBe(0);
    expect(second.stderr).toContain(`The port ${PORT} is taken: choose another PORT.`);
    expect(existsSync(databaseOf(first))).toBe(true);
    expect(await statusOf(url)).toBe(200);
  });

  it('keeps its database when another demo starts at the same time', async () => {
    const demos = [first, second];
    for (const demo of demos) demo.start({ PORT });
    const started = await Promise.allSettled(demos.map((demo) => demo.address()));
    const winners = demos.filter((_, index) => started[index]?.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    const [winner] = winners as [Program];
    const [loser] = demos.filter((demo) => demo !== winner) as [Program];
    expect(await loser.exit()).not.toBe(0);
    expect(loser.stderr).toContain(`The port ${PORT} is taken: choose another PORT.`);
    expect(existsSync(databaseOf(winner))).toBe(true);
    expect(await statusOf(`http://127.0.0.1:${PORT}`)).toBe(200);
  });
});
