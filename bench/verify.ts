import type { Item } from './items.js';
import { CALLER_ID, tokenOf } from './seed.js';
import type { Store } from './store.js';

const HEADERS = ['content-type', 'content-length', 'link', 'x-total', 'x-total-pages'];
const POSITION = ['x-page', 'x-per-page', 'x-next-page', 'x-prev-page'];
/** The engine counts the statements of all clients, so take the lowest of this many tries. */
const TRIES = 20;

interface Answer {
  status: number;
  headers: Record<string, string | null>;
  body: string;
}

/**
 * Sends each item to both servers and compares the responses and the number of SQL statements. A bare server that
 * does less work than the service would be no limit.
 *
 * @throws Error that shows both responses if they differ
 */
export async function verify(
  items: readonly Item[],
  service: string,
  limit: string,
  store: Store,
): Promise<void> {
  for (const item of items) {
    const answers = [await send(service, item), await send(limit, item)] as const;
    const [left = '', right = ''] = answers.map((answer) => shown(comparable(answer, item)));
    if (left !== right || answers[0].status !== item.status) {
      throw new Error(`${item.title}: the service answers ${left}, the limit ${right}`);
    }
    if (item.name === 'create-note') await requireEvents(service, answers);
    const counts = [
      await statementsOf(store, service, item),
      await statementsOf(store, limit, item),
    ];
    if (counts[0] !== counts[1]) {
      throw new Error(
        `${item.title}: the service and the limit send ${counts.join(' and ')} statements`,
      );
    }
  }
}

async function send(origin: string, { request }: Item): Promise<Answer> {
  const { path, ...init } = request(0);
  const response = await fetch(origin + path, init);
  const headers = [...HEADERS, ...POSITION].map((name) => [name, response.headers.get(name)]);
  return {
    status: response.status,
    headers: Object.fromEntries(headers) as Answer['headers'],
    body: await response.text(),
  };
}

/** Removes times and new ids from the response of a write. They always differ, but have the same length. */
function comparable(answer: Answer, { request }: Item): Answer {
  if (request(0).method === 'GET') return answer;
  const body = answer.body
    .replace(/^\{"id":\d+/, '{"id":0')
    .replace(/"(created|updated)_at":"[^"]+"/g, '"$1_at":""');
  return { ...answer, body };
}

const shown = (answer: Answer): string => JSON.stringify(answer, null, 1);

/** Checks that both new notes are the caller's latest events, in the order of creation. */
async function requireEvents(origin: string, answers: readonly Answer[]): Promise<void> {
  const response = await fetch(`${origin}/api/v3/users/${CALLER_ID}/events?per_page=2`, {
    headers: { 'private-token': tokenOf(CALLER_ID) },
  });
  const events = (await response.json()) as { note: { id: number } }[];
  const listed = events.map(({ note }) => note.id).reverse();
  const made = answers.map(({ body }) => (JSON.parse(body) as { id: number }).id);
  if (String(listed) !== String(made)) {
    throw new Error(`Notes ${made.join(', ')} were created, the events list ${listed.join(', ')}`);
  }
}

async function statementsOf(store: Store, origin: string, item: Item): Promise<number | null> {
  let fewest = Infinity;
  for (let n = 0; n < TRIES; n++) {
    const before = await store.statements();
    if (before === null) return null;
    await send(origin, item);
    // Reading the counter is a statement too.
    fewest = Math.min(fewest, ((await store.statements()) ?? 0) - before - 1);
  }
  return fewest;
}
