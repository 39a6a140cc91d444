import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { PLAIN_ENVIRONMENT } from '../support/environment.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** An advisory about every version of a package that Forgenote ships. */
const ADVISORIES = {
  nodemailer: [
    {
      ...{ id: 1, title: 'T', url: 'https://example.com/1', severity: 'high' },
      ...{ vulnerable_versions: '*', cwe: [], cvss: { score: 0, vectorString: null } },
    },
  ],
};

let registry: Server;
let answer: { status: number; body: object };
beforeAll(async () => {
  registry = createServer((request, response) => {
    const { status, body } = request.method === 'POST' ? answer : { status: 404, body: {} };
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void registry.close());

/** Runs `npm run dependencies` with a registry that gives this answer to an audit. */
async function check(given: typeof answer) {
  answer = given;
  const { port } = registry.address() as AddressInfo;
  const env = { ...PLAIN_ENVIRONMENT, npm_config_registry: `http://127.0.0.1:${port}/` };
  const child = spawn('node', ['scripts/check-dependencies.js'], { cwd: ROOT, env });
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk: Buffer) => (printed[stream] += chunk.toString()));
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, ...printed };
}

describe('npm run dependencies', () => {
  it('says that there was no audit, and why, if the registry answers none', async () => {
    const { code, stdout } = await check({ status: 405, body: {} });
    expect(stdout).toMatch(/^npm audit was NOT made, .*: 405 Method Not Allowed/m);
    expect(stdout).toMatch(/^\d+ packages have no install script and are in the bill of materials/);
    expect(code).toBe(0);
  });

  it('fails for a shipped package with a high vulnerability', async () => {
    const { code, stdout, stderr } = await check({ status: 200, body: ADVISORIES });
    expect(stderr).toBe('npm audit: nodemailer has a vulnerability that is high\n');
    expect(stdout).toBe('npm audit was made.\n');
    expect(code).toBe(1);
  });
});
