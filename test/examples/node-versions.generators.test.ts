import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run } from '../support/commands.js';
import { PATH_ONLY, PLAIN_ENVIRONMENT, WITH_ALL_GENERATORS } from '../support/environment.js';
import { REPOSITORY } from '../support/program.js';
import { packPackage } from '../support/tarball.js';

const INSTALL = ['--prefer-offline', '--no-audit', '--no-fund', '--no-save'];
const MINUTE = 60_000;

/** All other tests run on the oldest one. */
const VERSIONS = WITH_ALL_GENERATORS ? ['20', '22', '24'] : ['24'];

let tarball: string;
const folder = mkdtempSync(join(tmpdir(), 'forgenote-versions-'));
const npm = (args: string[], cwd: string) => run('npm', args, { cwd, seconds: 240 });

beforeAll(async () => {
  await npm(['run', '--silent', 'sbom'], REPOSITORY);
  tarball = await packPackage(folder);
}, 10 * MINUTE);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe.each(VERSIONS)('the package on Node %s', (version) => {
  const home = join(folder, version);
  const environment = () => ({
    ...PLAIN_ENVIRONMENT,
    PATH: [join(home, 'node_modules/.bin'), PATH_ONLY.PATH].join(delimiter),
  });

  beforeAll(async () => {
    cpSync(join(REPOSITORY, 'examples/node-test'), join(home, 'node-test'), { recursive: true });
    await npm(['install', '--prefix', '.', ...INSTALL, `node@${version}`, tarball], home);
  }, 10 * MINUTE);

  it('starts the service', async () => {
    const service = spawn('forgenote', {
      cwd: home,
      env: { ...environment(), PORT: '0', LOG_LEVEL: 'error', DRAIN_TIME: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise((resolve) => service.once('close', resolve));
    const line = await new Promise<string>((resolve) => {
      service.stdout.once('data', (text: Buffer) => {
        resolve(text.toString());
      });
    });
    expect(line).toMatch(/^Forgenote listens on http:/);
    service.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it(
    'starts the test kit',
    async () => {
      const variables = Object.entries(environment()).map(([name, value]) => `${name}=${value}`);
      const test = ['node', '--test', 'node-test/conversation.test.js', 'node-test/client.test.js'];
      const inHome = { cwd: home, seconds: 240 };
      const used = await run('env', [...variables, 'node', '--version'], inHome);
      expect(used).toMatch(new RegExp(`^v${version}\\.`));
      await run('env', [...variables, ...test], inHome);
    },
    10 * MINUTE,
  );
});
