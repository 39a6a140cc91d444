import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { IS_SERVER, PATH_ONLY } from '../support/environment.js';
import { Podman } from '../support/podman.js';
import { freePort } from '../support/ports.js';
import { REPOSITORY } from '../support/program.js';

const TOKEN = 'token-of-root-0000000';
const MINUTE = 60_000;
/** Seconds: longer than a request takes on a busy machine. */
const DRAIN_TIME = 10;

/** As deploy/README.md shows it. */
const RUN = [
  ...['--detach', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL'],
  ...['--security-opt', 'no-new-privileges', '--stop-timeout', '30'],
];

let podman: Podman;
let database: FreshDatabase;
let base: string;
let url: string;

beforeAll(async () => {
  podman = new Podman();
  database = await freshDatabase();
  const images = await podman.importBase();
  base = images.base;
  const bases = ['--build-arg', `NODE=${images.node}`, '--build-arg', `BASE=${base}`];
  // Without the isolation of the runtime: some machines do not have all it needs.
  const options = ['--quiet', '--isolation', 'chroot', ...bases];
  await promisify(execFile)('sh', [join(REPOSITORY, 'scripts/build-image.sh'), ...options], {
    env: { ...PATH_ONLY, ENGINE: podman.command },
  });
}, 10 * MINUTE);
afterAll(async () => {
  await podman.remove();
  await database.drop();
});

const inspect = (name: string, field: string) => podman.run('inspect', name, '--format', field);
const get = (path: string) => fetch(url + path, { headers: { 'PRIVATE-TOKEN': TOKEN } });
const statusOf = (path: string) =>
  get(path).then(
    ({ status }) => status,
    () => 0,
  );

/** Starts the service as a container on the network of this machine, so that it reaches the database of the tests. */
async function start(name: string, volume: string): Promise<void> {
  await run(name, ['--name', name, '--volume', `${volume}:/data`, ...RUN], {
    DRAIN_TIME: String(DRAIN_TIME),
    ...(IS_SERVER && { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(40) }),
  });
}

/** @param options of `podman run`, which give the container this name */
async function run(
  name: string,
  options: string[],
  settings: Record<string, string>,
): Promise<void> {
  const port = String(await freePort());
  url = `http://127.0.0.1:${port}`;
  const all = { PORT: port, HOST: '127.0.0.1', ADMIN_TOKEN: TOKEN, ...settings };
  const env = Object.entries(all).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
  await podman.run('run', ...options, '--network', 'host', ...env, 'forgenote');
  while ((await statusOf('/health')) !== 200) {
    if ((await inspect(name, '{{.State.Status}}')) === 'exited')
      throw new Error(await podman.logs(name));
    await delay(100);
  }
}

it('is smaller than 250 MB on a base of 100 MB', async () => {
  const size = async (image: string) => Number(await inspect(image, '{{.Size}}'));
  expect((await size('forgenote')) - (await size(base))).toBeLessThan(150_000_000);
});

it('has Node without npm, the program, and no file with secrets', async () => {
  const list = async (path: string) => {
    const code = `fs.readdirSync('${path}').sort().join()`;
    const command = ['run', '--rm', '--entrypoint', 'node', 'forgenote', '--print', code];
    return podman.run(...command);
  };
  expect(await list('/usr/local/bin')).toBe('forgenote,node');
  expect(await list('/opt/forgenote')).toBe(
    'LICENSE,bin,dist,node_modules,openapi.json,package.json,sbom.cdx.json',
  );
});

describe('a container', () => {
  beforeAll(() => start('first', 'other'), 5 * MINUTE);

  const evaluate = (code: string) => podman.run('exec', 'first', 'node', '--print', code);

  it('runs as an account that is not root, without capabilities', async () => {
    expect(await evaluate('[process.getuid(), process.getgid()].join()')).toBe('1000,1000');
    const status = await evaluate("fs.readFileSync('/proc/1/status', 'utf8')");
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
  });

  it.each(['/opt/forgenote/a', '/usr/local/bin/a', '/a'])('cannot write %s', async (path) => {
    const code = `try { fs.writeFileSync('${path}', '') } catch (error) { error.code }`;
    expect(await evaluate(code)).toMatch(/^(EROFS|EACCES)$/);
    expect(await inspect('first', '{{.HostConfig.ReadonlyRootfs}}')).toBe('true');
  });

  it('runs the other commands', async () => {
    const command = ['exec', 'first', 'node', '/usr/local/bin/forgenote', 'admin', 'list'];
    expect(await podman.run(...command)).toContain('root');
  });

  it('passes its health check, and fails it when the service does not respond', async () => {
    await podman.run('healthcheck', 'run', 'first');
    // A stopped process accepts connections and does not respond.
    await podman.run('kill', '--signal', 'STOP', 'first');
    try {
      await expect(podman.run('healthcheck', 'run', 'first')).rejects.toThrow();
    } finally {
      await podman.run('kill', '--signal', 'CONT', 'first');
    }
    await podman.run('healthcheck', 'run', 'first');
  });
});

it('drains and exits with 0 after SIGTERM, and keeps its data in the volume', async () => {
  await start('second', 'forge');
  const project = await fetch(`${url}/api/v3/projects`, {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': TOKEN, 'Content-Type': 'application/json' },
    body: '{"name": "Engine"}',
  });
  expect(project.status).toBe(201);
  const stopped = podman.run('stop', 'second');
  while ((await statusOf('/health/ready')) !== 503) await delay(20);
  expect(await statusOf('/api/v3/projects/root%2Fengine')).toBe(200);
  await stopped;
  expect(await inspect('second', '{{.State.ExitCode}}')).toBe('0');
  await podman.run('rm', 'second');

  await start('third', 'forge');
  const found = await get('/api/v3/projects/root%2Fengine');
  expect(await found.json()).toMatchObject({ name: 'Engine' });
  await podman.run('kill', 'third');
});

describe('deploy/compose.yaml', () => {
  const SECRETS = { SECRET_KEY: 'k'.repeat(40), DATABASE_PASSWORD: 'p'.repeat(32) };

  /** What podman-compose would run. It creates volumes and a network all the same. */
  async function commandsOf(secrets: Record<string, string>): Promise<string> {
    const file = join(REPOSITORY, 'deploy/compose.yaml');
    const words = ['--podman-path', podman.command, '--dry-run', '-f', file, 'up', '--no-start'];
    const options = { cwd: tmpdir(), env: { ...PATH_ONLY, ...secrets } };
    const { stdout, stderr } = await promisify(execFile)('podman-compose', words, options);
    return stdout + stderr;
  }

  /** The command that creates the container of a service. */
  const createdBy = (commands: string, service: string): string =>
    commands
      .split('\n')
      .find((line) => line.includes(' create ') && line.includes(`--name=deploy_${service}_1`)) ??
    '';

  it('creates both containers with the secrets that are given', async () => {
    const commands = await commandsOf(SECRETS);
    const { SECRET_KEY, DATABASE_PASSWORD } = SECRETS;
    const service = createdBy(commands, 'forgenote');
    for (const option of [
      ...['--read-only', '--tmpfs /tmp', '--cap-drop ALL', '--security-opt no-new-privileges:true'],
      ...[`-e SECRET_KEY=${SECRET_KEY} `, '-v deploy_forge:/data', '-p 127.0.0.1:3000:3000'],
      `-e DATABASE_URL=mariadb://forgenote:${DATABASE_PASSWORD}@database/forgenote `,
    ])
      expect(service).toContain(option);
    for (const option of [
      ...[`-e MARIADB_PASSWORD=${DATABASE_PASSWORD} `, '-v deploy_database:/var/lib/mysql'],
      '--network-alias database',
    ])
      expect(createdBy(commands, 'database')).toContain(option);
    expect(commands).not.toContain('${');
  });

  it('runs the service with these options beside another database', async () => {
    const [, words = ''] = createdBy(await commandsOf(SECRETS), 'forgenote').split(' create ');
    // The network of the two containers, and what depends on it. The last word is the image.
    const options = words
      .replaceAll(/ (?:--net|--network-alias|-p) \S+| -e DATABASE_URL=\S+/g, '')
      .replace(/ \S+$/, '');
    expect(options).not.toContain('deploy_default');
    const name = 'deploy_forgenote_1';
    await run(name, ['--detach', ...options.split(' ')], {
      DATABASE_URL: IS_SERVER ? database.url : 'sqlite:/data/forgenote.sqlite',
    });
    expect(await statusOf('/health/ready')).toBe(200);
    expect(await statusOf('/api/v3/user')).toBe(200);
    expect(await inspect(name, '{{.HostConfig.ReadonlyRootfs}}')).toBe('true');
    await podman.run('stop', '--time', '30', name);
    expect(await inspect(name, '{{.State.ExitCode}}')).toBe('0');
  });

  it.each(Object.keys(SECRETS))('refuses to start without %s', async (name) => {
    const others = Object.entries(SECRETS).filter(([other]) => other !== name);
    await expect(commandsOf(Object.fromEntries(others))).rejects.toThrow(`${name} is missing`);
  });
});
