import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import type { OpenApiDocument } from '../../src/http/openapi/document-types.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { logLines } from '../support/log-fields.js';
import { linkIn, openMailbox, type Mailbox } from '../support/mailbox.js';
import { freePort } from '../support/ports.js';
import { Program } from '../support/program.js';
import { Scrape } from '../support/scrape.js';
import { Canaries, randomLetters } from './canaries.js';
import { EveryOperation, targetsOf } from './every-operation.js';
import { failWrites, intrude, type Intruder } from './faults.js';
import { talkativeDirectory, talkativeRedis, type TalkativePeer } from './talkative-peers.js';

const canaries = new Canaries();
/** Texts that users write. Responses have them, the log does not. */
const inLog = new Canaries();
const secrets = {
  token: canaries.plant('token'),
  wrongToken: canaries.plant('wrong-token'),
  password: canaries.plant('password'),
  cookie: canaries.plant('cookie'),
  short: canaries.plant('short', randomLetters(10)),
  content: inLog.plant('content'),
};

/** A user of the database server whose password is a secret. */
const DATABASE_USER = `canary_${process.pid}`;
const FATAL = 60;

let program: Program;
let mailbox: Mailbox;
let redis: TalkativePeer;
let directory: TalkativePeer;
let database: FreshDatabase;
let intruder: Intruder;
let settings: Record<string, string>;
let metricsPort: number;

beforeAll(async () => {
  program = new Program();
  mailbox = await openMailbox();
  const [redisPassword, directoryPassword] = ['redis', 'directory'].map((name) =>
    canaries.plant(`${name}-password`),
  ) as [string, string];
  redis = await talkativeRedis(redisPassword);
  directory = await talkativeDirectory(directoryPassword);
  database = await freshDatabase();
  metricsPort = await freePort();
  settings = {
    DATABASE_URL: await withPassword(database.url),
    SECRET_KEY: canaries.plant('secret-key'),
    ADMIN_TOKEN: secrets.token,
    ADMIN_PASSWORD: secrets.password,
    SMTP_URL: mailbox.url.replace('//', `//mailer:${canaries.plant('mail-password')}@`),
    // Every sign-in of an unknown user fails on it.
    LDAP_URL: `ldap://127.0.0.1:${directory.port}`,
    LDAP_BASE: 'dc=example',
    LDAP_BIND_DN: 'cn=reader,dc=example',
    LDAP_BIND_PASSWORD: directoryPassword,
    RATE_LIMIT_STORE: `redis://:${redisPassword}@127.0.0.1:${redis.port}`,
    // The limits are on, because only then is the store used, but no request reaches them.
    ...{ RATE_LIMIT_FAILED_AUTH: '0', RATE_LIMIT_FAILED_SIGN_INS: '100000', RATE_LIMIT_NOTES: '0' },
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'trace',
  };
});

afterAll(async () => {
  await program.remove();
  await intruder.close();
  await mailbox.close();
  await redis.close();
  await directory.close();
  if (isServer()) await asRoot(`DROP USER IF EXISTS '${DATABASE_USER}'@'%'`);
  await database.drop();
});

const isServer = () => !database.url.startsWith('sqlite:');

async function asRoot(...statements: string[]): Promise<void> {
  const connection = await createConnection(database.url);
  for (const statement of statements) await connection.query(statement);
  await connection.end();
}

async function withPassword(url: string): Promise<string> {
  if (!isServer()) return url;
  const password = canaries.plant('database-password');
  await asRoot(
    `CREATE USER '${DATABASE_USER}'@'%' IDENTIFIED BY '${password}'`,
    `GRANT ALL ON \`${new URL(url).pathname.slice(1)}\`.* TO '${DATABASE_USER}'@'%'`,
  );
  return url.replace(/\/\/[^@]*@/, `//${DATABASE_USER}:${password}@`);
}

/** Rejects on SIGUSR2 as a forgotten `await` of a failing statement does. */
function crashScript(): string {
  const { token, content, short } = secrets;
  const cause = `Object.assign(new Error('${content}'), { sql: "SELECT '${token}'", parameters: ['${content}'], errno: 1 })`;
  // Not of a database, with a quoted value and one that is not quoted.
  const message = `Bad token ${token} of ${short}, expected "${content}"`;
  const error = `new TypeError('${message}', { cause: ${cause} })`;
  const script = `process.on('SIGUSR2', () => { void Promise.reject(${error}); });`;
  // Not a data URL: frames of the stack name the module.
  const path = join(program.folder, 'crash.mjs');
  writeFileSync(path, script);
  return `--import=${path}`;
}

const logged = () => logLines<{ level: number; msg?: string; err?: object }>(program.stderr);

/** Every row on a server; the bytes of the files, with what was deleted, of the embedded database. */
async function stored(): Promise<string> {
  if (!isServer()) {
    const folder = join(database.url.slice('sqlite:'.length), '..');
    return readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('\n');
  }
  const rows = await Promise.all(
    (await intruder.tables()).map((table) => intruder.rows(`SELECT * FROM ${table}`)),
  );
  return JSON.stringify(rows);
}

async function failStart(changes: Record<string, string>): Promise<string> {
  program.stdout = program.stderr = '';
  program.start({ ...settings, ...changes });
  expect(await program.exit()).not.toBe(0);
  const printed = program.stdout + program.stderr;
  canaries.watch(`what a failed start prints with ${Object.keys(changes).join()}`, printed);
  return printed;
}

it('leaves no secret in a log line, response, page, metric or row of a whole run with faults', async () => {
  program.start({ ...settings, NODE_OPTIONS: crashScript() });
  const url = await program.address();
  intruder = await intrude(database.url);
  const { json } = await fetch(`${url}/api/v3/openapi.json`).then(async (response) => ({
    json: (await response.json()) as OpenApiDocument,
  }));
  const run = new EveryOperation(url, json, canaries, secrets);
  const targets = targetsOf(json);
  expect(targets.length).toBeGreaterThan(90);
  const asAdmin = { 'PRIVATE-TOKEN': secrets.token, 'Content-Type': 'application/json' };
  const post = (path: string, body: object, headers: Record<string, string> = asAdmin) =>
    run.send('POST', `/api/v3${path}`, headers, JSON.stringify(body));

  // Things for the operations to find at id 1, a stored response, and a confirmation by mail.
  const { password, content } = secrets;
  await post('/projects', { name: 'p', description: content });
  for (const [at, body] of [
    ['issues', { title: content }],
    ['snippets', { title: content, file_name: 'f', code: content }],
    ['merge_requests', { title: content, source_branch: 'a', target_branch: 'b' }],
  ] as const) {
    await post(`/projects/1/${at}`, body);
    await post(
      `/projects/1/${at}/1/notes`,
      { body: content },
      { ...asAdmin, 'Idempotency-Key': at },
    );
    await post(
      `/projects/1/${at}/1/notes`,
      { body: content },
      { ...asAdmin, 'Idempotency-Key': at },
    );
  }
  const person = { name: 'N', username: 'newcomer', email: 'newcomer@example.com', password };
  await post('/users', person, { ...asAdmin, 'Idempotency-Key': 'user' });
  const link = new URL(linkIn(await mailbox.next()));
  canaries.plant('confirmation', link.searchParams.get('confirmation_token') ?? '');
  for (const method of ['GET', 'HEAD', 'POST', 'POST'])
    await run.send(method, link.pathname + link.search);
  const login = { login: 'newcomer', password };
  const { text } = await post('/session', login, { 'Content-Type': 'application/json' });
  canaries.plant(
    'token-of-newcomer',
    (JSON.parse(text) as { private_token: string }).private_token,
  );
  await post('/session', { ...login, login: 'nobody' }, { 'Content-Type': 'application/json' });
  mailbox.refusesLinks = true;
  await post('/users', { ...person, username: 'linked', email: 'linked@example.com' });
  const blocked = new URL(linkIn(await mailbox.next()));
  canaries.plant('blocked-link', blocked.searchParams.get('confirmation_token') ?? '');
  const unknown = `${inLog.plant('address', randomLetters(12))}@example.com`;
  mailbox.refused.add(unknown);
  await post('/users', { ...person, username: 'unknown', email: unknown });
  for (const code of ['5.7.1', '5.1.1'])
    while (!program.stderr.includes(`"enhancedCode":"${code}"`)) await delay(20);
  mailbox.refusesPasswords = true;
  await post('/users', { ...person, username: 'other', email: 'other@example.com' });
  await run.send('GET', '/api/v3/user?sudo=newcomer', asAdmin);
  for (const [path, sudo] of [
    ['/user/private_token/reset', { Sudo: 'newcomer' }],
    ['/users/2/private_token/reset', {}],
  ] as const) {
    const { text: reset } = await post(path, {}, { ...asAdmin, ...sudo });
    canaries.plant(
      `token of ${path}`,
      (JSON.parse(reset) as { private_token: string }).private_token,
    );
  }
  for (const page of ['/', '/docs', '/root', '/nobody', '/root.keys', '/users/confirmation'])
    await run.send('GET', `${page}?private_token=${secrets.token}`);

  for (const encoded of ['%3Fprivate_token=', '%3Faccess_token%3D', '%253Fprivate_token%253D'])
    await run.send('GET', `/api/v3/user${encoded}${secrets.token}`);
  await run.send('PATCH', `/api/v3/user?private_token=${secrets.token}`);
  for (const target of targets.filter(({ method }) => method !== 'delete'))
    await run.everyWay(target);
  expect([...run.statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 405]));

  const heal = await failWrites(intruder);
  for (const target of targets.filter(({ method }) => method !== 'get')) await run.once(target);
  await heal();
  expect(run.statuses.get(500)).toBeGreaterThan(10);

  await intruder.run('ALTER TABLE ssh_keys RENAME COLUMN title TO other_title');
  await run.send('GET', '/api/v3/user/keys', asAdmin);
  await intruder.run('ALTER TABLE ssh_keys RENAME COLUMN other_title TO title');

  const before = run.statuses.get(503) ?? 0;
  await intruder.lock();
  await run.send('PUT', '/api/v3/users/1', asAdmin, JSON.stringify({ bio: content, password }));
  await intruder.unlock();
  expect(run.statuses.get(503)).toBeGreaterThan(before);

  for (const target of targets.filter(({ method }) => method === 'delete'))
    await run.everyWay(target);

  const { text: metrics, names } = await Scrape.of(metricsPort);
  expect(names).toContain('forgenote_http_requests_total');
  // The operations have reached the metrics: otherwise no value of theirs could be in them.
  expect(metrics).toContain('status="500"');
  for (const all of [canaries, inLog]) all.watch('the metrics', metrics);

  // Every account of the machine can read it.
  canaries.watch('the command line', readFileSync(`/proc/${program.pid}/cmdline`, 'utf8'));
  program.signal('SIGUSR2');
  expect(await program.exit()).toBe(1);
  const lines = logged();
  expect(lines.length).toBeGreaterThan(500);
  expect(lines.filter(({ level }) => level === FATAL)).toHaveLength(1);
  expect(lines.filter(({ err }) => err && 'statement' in err).length).toBeGreaterThan(10);
  expect(lines.map(({ msg }) => msg)).toContain('request');
  // Both have got their passwords and have repeated them.
  expect(redis.received()).toContain(new URL(settings['RATE_LIMIT_STORE'] ?? '').password);
  expect(directory.received()).toContain(settings['LDAP_BIND_PASSWORD']);
  for (const all of [canaries, inLog]) all.watch('the log', program.stderr + program.stdout);

  expect(await failStart({ SECRET_KEY: canaries.plant('other-key') })).toContain('SECRET_KEY');
  const wrong = canaries.plant('wrong-database-password');
  const refused = { DATABASE_URL: `mysql://root:${wrong}@127.0.0.1:1/forgenote` };
  expect(await failStart(refused)).toContain('ECONNREFUSED');
  const invalid = {
    ADMIN_TOKEN: `${canaries.plant('invalid-token')} `,
    ADMIN_PASSWORD: `${canaries.plant('invalid-password')}\n`,
    SMTP_URL: `smtp:${canaries.plant('invalid-mail')}`,
    DATABASE_URL: `mysql://root:${canaries.plant('invalid-database')}@/?%`,
    LDAP_BIND_PASSWORD: ` ${canaries.plant('invalid-directory')}`,
    RATE_LIMIT_STORE: `redis:${canaries.plant('invalid-redis')}@:x`,
  };
  const problems = await failStart(invalid);
  for (const name of Object.keys(invalid)) expect(problems).toContain(name);
  await intruder.run('ALTER TABLE users RENAME COLUMN token_sealed TO token_gone');
  expect(await failStart({})).toContain('statement: "SELECT users"');

  const rows = await stored();
  expect(rows).toContain('$argon2id$');
  expect(rows).toContain('newcomer@example.com');
  // Users are found by the digest of their token, which does not reveal it.
  canaries.watch('the database', rows.replace(/[0-9a-f]{64}/g, ''));
  expect(canaries.textCount).toBeGreaterThan(1_000);
  expect([...canaries.leaks(), ...inLog.leaks()]).toEqual([]);
}, 300_000);
