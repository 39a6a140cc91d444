/** Compares the CPU time of HTML pages with that of the JSON they are made of. See bench/README.md. */
import { Pool } from 'undici';
import { withCleanup, type Cleanup } from './cleanup.js';
import { readFlags, type EngineName, type Flags } from './flags.js';
import { SIZES } from './items.js';
import { describeMachine } from './machine.js';
import { openStore } from './open-store.js';
import { atMost, ENGINE_TITLE, publish, table } from './report.js';
import { CALLER_ID, OWNER_ID, tokenOf } from './seed.js';
import { ServerProcess } from './server-process.js';
import { median } from './statistics.js';

/** A page costs at most so many times the CPU time of its JSON. */
const GOAL = 3;
const WARM_UP = 1_000;
/** Linux reports CPU times in units of 10 ms, so a turn must take much longer. */
const REQUESTS_PER_TURN = 400;

const ISSUE = '/api/v3/projects/1/issues/1';
const OWNER = `/api/v3/users/${OWNER_ID}`;
const LISTS = ['issues', 'merge_requests', 'snippets'];

interface Compared {
  title: string;
  page: string;
  /** The requests for the content of the page. Those for awards of each note are left out. */
  json: string[];
}

const pagesOf = (project: string, user: string): Compared[] => [
  {
    title: 'issue with 20 notes',
    page: `${project}/issues/1`,
    json: [ISSUE, `${ISSUE}/notes?pagination=keyset`, `${ISSUE}/award_emoji`],
  },
  {
    title: 'project',
    page: project,
    json: [
      '/api/v3/projects/1',
      ...LISTS.map((list) => `/api/v3/projects/1/${list}?pagination=keyset&per_page=5`),
    ],
  },
  {
    title: 'user',
    page: user,
    json: [OWNER, `${OWNER}/events`, '/api/v3/projects/visible?pagination=keyset'],
  },
  {
    title: 'list of users',
    page: '/public/users',
    json: ['/api/v3/users?active=true&pagination=keyset'],
  },
];

async function run(engine: EngineName, flags: Flags, cleanup: Cleanup): Promise<void> {
  const store = await openStore(engine, SIZES, flags, cleanup, flags.before);
  await store.run('UPDATE projects SET visibility_level = 20');
  await store.settle(['projects']);
  const service = await ServerProcess.service(store.url, { folder: flags.before });
  cleanup.add(() => service.stop());
  const pool = new Pool(service.origin, { connections: 1 });
  cleanup.add(() => pool.close());
  const get = async (path: string, accept: string): Promise<string> => {
    const headers = { accept, 'private-token': tokenOf(CALLER_ID) };
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text}`);
    return text;
  };
  const pathOf = async (path: string) => {
    const { web_url } = JSON.parse(await get(path, 'application/json')) as { web_url: string };
    return new URL(web_url).pathname;
  };
  const project = await pathOf('/api/v3/projects/1');
  const rows: string[][] = [];
  for (const { title, page, json } of pagesOf(project, await pathOf(OWNER))) {
    const turns = {
      page: () => get(page, 'text/html'),
      json: async () => {
        for (const path of json) await get(path, 'application/json');
        return '';
      },
    };
    const cost = async (turn: () => Promise<string>, count: number) => {
      const before = service.preciseCpuMs();
      for (let n = 0; n < count; n++) await turn();
      return (service.preciseCpuMs() - before) / count;
    };
    for (const turn of Object.values(turns)) await cost(turn, WARM_UP);
    const rounds: { page: number; json: number }[] = [];
    for (let n = 0; n < flags.rounds; n++)
      rounds.push({
        page: await cost(turns.page, REQUESTS_PER_TURN),
        json: await cost(turns.json, REQUESTS_PER_TURN),
      });
    const ratio = median(rounds.map((round) => round.page / round.json));
    const kib = Buffer.byteLength(await turns.page()) / 1024;
    rows.push([
      `${title}: ${json.length} requests`,
      ...[median(rounds.map((round) => round.page)), median(rounds.map((round) => round.json))].map(
        (ms) => ms.toFixed(2),
      ),
      `${ratio.toFixed(2)} (${atMost(ratio, GOAL)})`,
      kib.toFixed(1),
    ]);
  }
  publish(
    `html-${engine}`,
    `Pages and their JSON on ${ENGINE_TITLE[engine]}`,
    [
      [
        ...(await describeMachine(store)),
        'one connection; the CPU time of the service process, all threads; the medians of the rounds',
      ],
      table(['page', 'page, ms', 'JSON, ms', 'page / JSON', 'page, KiB'], rows),
    ],
    flags,
  );
}

const flags = readFlags();
for (const engine of flags.engines) await withCleanup((cleanup) => run(engine, flags, cleanup));
