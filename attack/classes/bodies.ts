import { setTimeout as delay } from 'node:timers/promises';
import type { AttackClass } from '../attack-class.js';
import type { Target } from '../target.js';
import type { World } from '../world/world.js';

const MIB = 1_048_576;
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** CPU of a bomb, in milliseconds. One core takes about 5 for the largest of them. */
const MAX_CPU_MS = 250;
/** Connections of a stranger, each with a body of so many chunks. */
const STRANGERS = 4;
const CHUNKS = 62_000;
/** Notes that a user writes meanwhile. */
const WRITES = 50;

/** Bodies that are too large, too deep, too many or too slow. */
export const bodies: AttackClass = {
  name: 'bodies',
  rows: [24],
  control: 'broken-texts',
  run: async (target) => {
    const world = await target.world();
    const notes = `/api/v3${world.open.issue.at}/notes`;
    const worst = await throwBombs(target, notes);
    await fillAsStranger(target, world);
    if (!target.isDone) await sendSlowly(target);
    return `worst bomb ${worst.toFixed(0)} ms of CPU`;
  },
};

function bombs(): Record<string, string> {
  const keys = (count: number, name: (n: number) => string) =>
    `{${Array.from({ length: count }, (_, n) => `"${name(n)}":1`).join()}}`;
  return {
    'brackets of 1 MiB': '['.repeat(MIB),
    '10,000 levels': `{"body":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
    'objects in each other': '{"body":'.repeat(100_000),
    '65 levels': `{"body":${'['.repeat(64)}${']'.repeat(64)}}`,
    '100,000 keys': keys(100_000, (n) => n.toString(36)),
    // Multiples of a power of two share a bucket in a table of that size. More do not fit into 1 MiB.
    'numeric keys that collide': keys(65_536, (n) => String(n * 65_536)),
    'a list of 400,000 numbers': `{"body":[${'1,'.repeat(400_000)}1]}`,
    'quotes that never end': `{"body":"${'\\"'.repeat(400_000)}`,
    'a number beyond all': '{"body":1e400}',
    'a list': '[{"body":"x"}]',
    'two marks at the beginning': '\ufeff\ufeff{"body":"x"}',
    'half a pair': '{"body":"\\ud800"}',
    'a duplicate key with a list': '{"body":"x","body":["x"]}',
    'a number of 100,000 digits': `{"body":${'9'.repeat(100_000)}}`,
  };
}

/** Returns the CPU of the worst, in milliseconds. */
async function throwBombs(target: Target, path: string): Promise<number> {
  let worst = 0;
  const json = Object.entries(bombs()).map(([what, body]) => [what, body, JSON_TYPE] as const);
  // Other types have no scan that rejects them before they are decoded.
  const plus = ['a form of plus signs', `body=${'+'.repeat(MIB - 5)}`, FORM_TYPE] as const;
  for (const [what, body, type] of [...json, plus]) {
    const before = target.service.preciseCpuMs();
    const headers = { 'content-type': type };
    const { status, text } = await target.root.send({ method: 'POST', path, body, headers });
    const cpu = target.service.preciseCpuMs() - before;
    worst = Math.max(worst, cpu);
    target.require(status === 400, `${what}: ${status} ${text.slice(0, 80)}`);
    target.require(cpu < MAX_CPU_MS, `${what}: ${cpu.toFixed(0)} ms of CPU`);
  }
  const marked = '\ufeff{"body":"It hums.","body":"It still hums."}';
  const headers = { 'content-type': JSON_TYPE };
  const last = await target.root.send({ method: 'POST', path, body: marked, headers });
  const isLast = last.status === 201 && last.text.includes('It still hums.');
  target.require(isLast, `a mark and a duplicate key: ${last.status} ${last.text}`);
  return worst;
}

/** A stranger sends chunks of one byte, which are expensive to hold. Users must still write and sign in meanwhile. */
async function fillAsStranger(target: Target, { people, open }: World): Promise<void> {
  const type = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n';
  const head = `POST /api/v3/users HTTP/1.1\r\nHost: localhost\r\n${type}\r\n`;
  const connections = Array.from({ length: STRANGERS }, () => target.raw());
  for (const connection of connections) connection.write(head + '1\r\na\r\n'.repeat(CHUNKS));
  const body = 'b'.repeat(2_000);
  for (let n = 0; n < WRITES && !target.isDone; n += 1) {
    const { status } = await people.owner.caller.post(`${open.issue.at}/notes`, { body });
    target.require(status === 201, `a note while a stranger sends chunks: ${status}`);
    await delay(20);
  }
  const { username: login, password } = people.owner;
  const session = await target.anonymous.post('/session', { login, password });
  target.require(session.status === 201, `a sign-in meanwhile: ${session.status}`);
  for (const connection of connections) connection.end();
}

/** A byte now and then: disconnected, although bytes still arrive. */
async function sendSlowly(target: Target): Promise<void> {
  const connection = target.raw();
  const type = 'Content-Type: application/json\r\nContent-Length: 1000\r\n';
  connection.write(`POST /api/v3/session HTTP/1.1\r\nHost: localhost\r\n${type}\r\n{`);
  const drip = setInterval(() => {
    connection.write(' ');
  }, 500);
  const status = await connection.firstStatus();
  clearInterval(drip);
  target.require(status === 408, `a slow body: ${status}`);
}
