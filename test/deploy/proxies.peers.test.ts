import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Daemon } from '../support/daemon.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { NoteWriters } from '../support/note-writers.js';
import { freePort } from '../support/ports.js';
import { Program, REPOSITORY } from '../support/program.js';

const TOKEN = 'token-of-root-0000000';
const HOST = 'forge.example.com';
const NOTES = 60;

/** A file of deploy/ with the addresses of this test. Each is there. */
function deployed(name: string, replacements: Record<string, string>): string {
  let text = readFileSync(join(REPOSITORY, 'deploy', name), 'utf8');
  for (const [from, to] of Object.entries(replacements)) {
    expect(text).toContain(from);
    text = text.replaceAll(from, to);
  }
  return text;
}

let folder: string;
let database: FreshDatabase;
let programs: Program[];
let proxy: Daemon | undefined;
let port: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forgenote-proxy-'));
  database = await freshDatabase();
  programs = [];
  port = await freePort();
  const key = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${HOST}`];
  const names = ['-addext', `subjectAltName=DNS:${HOST}`, '-days', '2'];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')];
  execFileSync('/usr/bin/openssl', [...key, ...names, ...files], { stdio: 'ignore' });
});
afterEach(async () => {
  await proxy?.stop();
  proxy = undefined;
  await Promise.all(programs.map((program) => program.remove()));
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string) => readFileSync(join(folder, name), 'utf8');
function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

async function startInstance(given?: string): Promise<{ program: Program; port: string }> {
  const PORT = given ?? String(await freePort());
  const program = new Program();
  programs.push(program);
  program.start({
    ...{ DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(40), ADMIN_TOKEN: TOKEN, PORT },
    ...{ PUBLIC_URL: `https://${HOST}`, TRUSTED_PROXIES: '127.0.0.1', DRAIN_TIME: '4' },
    ...{ RATE_LIMIT: 'off', LOG_LEVEL: 'info' },
  });
  const isReady = () =>
    fetch(`http://127.0.0.1:${PORT}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await delay(50);
  return { program, port: PORT };
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Over TLS, and only if the certificate is that of the host. */
function send(path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  return new Promise<{ status: number; text: string; total: unknown }>((resolve, reject) => {
    const options = {
      ...{ host: '127.0.0.1', port, servername: HOST, ca: file('certificate.pem'), method },
      path: `/api/v3${path}`,
      headers: { Host: HOST, 'PRIVATE-TOKEN': TOKEN, ...headers },
    };
    const sent = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text, total: response.headers['x-total'] });
      });
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
const post = (path: string, body: object) =>
  send(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** What every proxy has to keep. */
async function expectInterface(instance: Program): Promise<void> {
  expect((await post('/projects', { name: 'Engine' })).status).toBe(201);
  // A project by its path: the proxy must not decode %2F.
  const project = await send('/projects/root%2Fengine');
  expect([project.status, JSON.parse(project.text)]).toMatchObject([200, { name: 'Engine' }]);
  expect((await post('/projects/root%2Fengine/issues', { title: 'It hums' })).status).toBe(201);
  const [issue] = JSON.parse((await send('/projects/root%2Fengine/issues')).text) as {
    web_url: string;
  }[];
  expect(issue?.web_url).toMatch(new RegExp(`^https://${HOST}/`));
  // The longest note passes; what a client says of its own address does not count.
  const notes = '/projects/root%2Fengine/issues/1/notes';
  expect((await post(notes, { body: '😀'.repeat(65_536) })).status).toBe(201);
  await send('/users/4711', { headers: { 'X-Forwarded-For': '192.0.2.7' } });
  const lines = () => instance.stderr.split('\n').filter((line) => line.includes('/users/4711'));
  while (lines().length === 0) await delay(20);
  expect(lines().join('')).toContain('"address":"127.0.0.1"');
  expect(instance.stderr).not.toContain('192.0.2.7');
}

/** The ids of the processes of an account. */
const processesOf = (account: string): number[] =>
  execFileSync('/usr/bin/pgrep', ['-u', account], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number);

/** Starts nginx with deploy/nginx.conf in front of a port. */
function startNginx(upstream: string | number): void {
  const site = write(
    'site.conf',
    deployed('nginx.conf', {
      'server 127.0.0.1:3000;': `server 127.0.0.1:${upstream};`,
      'listen 443 ssl;': `listen 127.0.0.1:${port} ssl;`,
      [`/etc/ssl/${HOST}.pem`]: join(folder, 'certificate.pem'),
      [`/etc/ssl/private/${HOST}.key`]: join(folder, 'key.pem'),
    }),
  );
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(' ');
  const config = write(
    'nginx.conf',
    `daemon off; pid ${join(folder, 'pid')}; error_log stderr; events {}
     http { access_log off; ${paths} include ${site}; }`,
  );
  proxy = new Daemon('/usr/sbin/nginx', ['-c', config]);
}

describe('deploy/nginx.conf', () => {
  it('keeps paths, bodies and addresses as they are', async () => {
    const instance = await startInstance();
    startNginx(instance.port);
    await proxy?.until(() => send('/user'));
    await expectInterface(instance.program);
  });

  it.each(['POST', 'PUT', 'DELETE'])(
    'sends a %s once, also if the instance closes the connection without a response',
    async (method) => {
      const arrived: (string | undefined)[] = [];
      const upstream = createServer((request, response) => {
        arrived.push(request.method);
        if (request.method === 'GET') response.end('{}');
        else request.socket.destroy();
      }).listen(0, '127.0.0.1');
      await once(upstream, 'listening');
      try {
        startNginx((upstream.address() as AddressInfo).port);
        await proxy?.until(() => send('/user'));
        // Over the connection that the GET has left open.
        expect((await send('/user', { method })).status).toBe(502);
        expect(arrived.filter((one) => one === method)).toHaveLength(1);
      } finally {
        upstream.close();
      }
    },
  );
});

describe('deploy/haproxy.cfg', () => {
  async function startProxy(ports: [string, string]): Promise<Daemon> {
    const pem = write('both.pem', file('certificate.pem') + file('key.pem'));
    const config = write(
      'haproxy.cfg',
      deployed('haproxy.cfg', {
        'bind :443': `bind 127.0.0.1:${port}`,
        [`/etc/haproxy/${HOST}.pem`]: pem,
        '127.0.0.1:3001': `127.0.0.1:${ports[0]}`,
        '127.0.0.1:3002': `127.0.0.1:${ports[1]}`,
      }),
    );
    const started = new Daemon('/usr/sbin/haproxy', ['-db', '-f', config]);
    await started.until(async () => {
      if ((await send('/user')).status !== 200) throw new Error('not ready');
    });
    return started;
  }

  it('keeps paths, bodies and addresses as they are', async () => {
    const { program, port: own } = await startInstance();
    proxy = await startProxy([own, String(await freePort())]);
    await expectInterface(program);
  });

  it('runs its worker as haproxy', async () => {
    proxy = await startProxy([(await startInstance()).port, String(await freePort())]);
    expect(processesOf('haproxy')).toContain(proxy.pid);
  });

  it('keeps sending requests while no instance is ready, but one lives, as with a full disk', async () => {
    let isFull = false;
    const upstream = createServer(({ url = '' }, response) => {
      response.statusCode = url === '/health/ready' && isFull ? 503 : 200;
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const { port: own } = upstream.address() as AddressInfo;
    try {
      proxy = await startProxy([String(own), String(await freePort())]);
      isFull = true;
      await proxy.printed('Server forgenote/one is DOWN');
      expect((await send('/user')).status).toBe(200);
    } finally {
      upstream.close();
    }
  });

  it('loses nothing while two instances on one database restart one after the other', async () => {
    const instances = [await startInstance(), await startInstance()] as const;
    proxy = await startProxy([instances[0].port, instances[1].port]);
    const created = await post('/projects', { name: 'Engine' });
    const { id } = JSON.parse(created.text) as { id: number };
    const issue = JSON.parse((await post(`/projects/${id}/issues`, { title: 'It hums' })).text) as {
      id: number;
    };
    const notes = `/projects/${id}/issues/${issue.id}/notes`;
    const tls = { servername: HOST, ca: file('certificate.pem') };
    const writers = new NoteWriters(notes, TOKEN, [`https://127.0.0.1:${port}/api/v3`], tls);
    writers.begin();
    await writers.written(NOTES);
    for (const [n, { program, port: own }] of instances.entries()) {
      program.signal('SIGTERM');
      expect(await program.exit()).toBe(0);
      await writers.written(NOTES);
      await startInstance(own);
      // Not only the instance has to be ready: the proxy has to know it.
      await proxy.printed(`Server forgenote/${n === 0 ? 'one' : 'two'} is UP`);
    }
    await writers.end();
    expect(writers.failures).toEqual([]);
    const { total } = await send(`${notes}?per_page=1`);
    expect(total).toBe(String(writers.acknowledged.length));
  });
});
