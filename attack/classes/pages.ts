import { setTimeout as delay } from 'node:timers/promises';
import type { AttackClass } from '../attack-class.js';
import { ADMIN } from '../../bench/seed.js';
import type { Target } from '../target.js';

const NOTE_LENGTH = 1_000_000;
/** A page of 40 MB. */
const NOTES = 40;
const READERS = 6;
/** Characters of the HTML page of the same conversation. */
const MAX_HTML = 500_000;
/** MiB that paused readers may add to the memory of the service. */
const MAX_GROWTH = 150;

/** Pages of many long notes, which several clients ask for and do not read. */
export const pages: AttackClass = {
  name: 'pages',
  rows: [22],
  control: 'collected-pages',
  isAlone: true,
  run: async (target) => {
    const { open, people } = await target.world();
    const body = 'x'.repeat(NOTE_LENGTH);
    for (let n = 0; n < NOTES; n++)
      await people.owner.caller.post(`${open.issue.at}/notes`, { body });
    const path = `${open.issue.at}/notes?per_page=100`;
    const growth = await pause(target, path);
    const whole = await untilThereIsRoom(() => target.root.get(path));
    const items = Array.isArray(whole.body) ? whole.body.length : 0;
    // The world has created one note more.
    target.require(items === NOTES + 1, `a page of ${NOTES + 1} long notes has ${items}`);
    await checkHtml(target, `/${people.owner.username}/${open.path}/issues/1`);
    return `${READERS} paused readers of ${NOTES} MB add ${growth.toFixed(0)} MiB`;
  },
};

/** Returns the MiB that the readers add. */
async function pause(target: Target, path: string): Promise<number> {
  const before = target.service.memoryMb();
  const readers = Array.from({ length: READERS }, () => target.raw());
  const headers = `Host: localhost\r\nPRIVATE-TOKEN: ${ADMIN.token}\r\n`;
  for (const reader of readers) reader.write(`GET /api/v3${path} HTTP/1.1\r\n${headers}\r\n`);
  const statuses = await Promise.all(readers.map((reader) => reader.pauseAfterStart()));
  const isAnswered = statuses.every((status) => status === 200 || status === 503);
  target.require(isAnswered, `large pages at once: ${statuses.join()}`);
  const { status } = await target.anonymous.send({ method: 'GET', path: '/health' });
  target.require(status === 200, `/health meanwhile: ${status}`);
  const growth = target.service.memoryMb() - before;
  target.require(growth < MAX_GROWTH, `${READERS} paused readers add ${growth.toFixed(0)} MiB`);
  for (const reader of readers) reader.end();
  return growth;
}

/** Everybody can ask for it, so it must be short, whatever the notes are. */
async function checkHtml(target: Target, path: string): Promise<void> {
  const headers = { accept: 'text/html' };
  const { status, text } = await target.anonymous.send({ method: 'GET', path, headers });
  target.require(status === 200, `the HTML page of long notes: ${status}`);
  target.require(text.length < MAX_HTML, `the HTML page has ${text.length} characters`);
}

/** The service notices a moment later that the readers have gone, who took all the places of their user. */
async function untilThereIsRoom<Answer extends { status: number }>(
  get: () => Promise<Answer>,
): Promise<Answer> {
  for (let n = 0; n < 50; n++) {
    const answer = await get();
    if (answer.status !== 503) return answer;
    await delay(100);
  }
  return get();
}
