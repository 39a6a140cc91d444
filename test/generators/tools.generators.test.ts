import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenApiExample } from '../../src/http/openapi/document-types.js';
import { run } from '../support/commands.js';
import {
  operations,
  parametersOf,
  resolve,
  type DocumentedOperation,
} from '../support/document.js';
import { PLAIN_ENVIRONMENT } from '../support/environment.js';
import { freePort } from '../support/ports.js';
import { REPOSITORY } from '../support/program.js';

const INSTALL = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
const MINUTE = 60_000;
/** The levels of Prism's log that report no problem. The rest of a line can contain any word: Prism makes up queries. */
const CALM = /[…ℹ▶✔] {2}(awaiting|info|start|success) /;

const folder = mkdtempSync(join(tmpdir(), 'forgenote-tools-'));

beforeAll(async () => {
  cpSync(join(REPOSITORY, 'test/generators/tools'), folder, { recursive: true });
  cpSync(join(REPOSITORY, 'openapi.json'), join(folder, 'openapi.json'));
  await run('npm', ['install', ...INSTALL], { cwd: folder, seconds: 300 });
}, 6 * MINUTE);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The address of an operation with the examples of its parameters. */
function addressOf(operation: DocumentedOperation): string {
  const parameters = parametersOf(operation);
  const path = operation.path.replace(/\{(\w+)\}/g, (text, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    const [example = text] = (parameter?.schema.examples ?? []) as (string | number)[];
    return encodeURIComponent(example);
  });
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name, schema }): [string, string] => [name, String(schema.examples?.[0])]);
  return `${path}?${new URLSearchParams(query).toString()}`;
}

async function startPrism(port: number): Promise<{ child: ChildProcess; log: string[] }> {
  const arguments_ = ['mock', '--port', String(port), 'openapi.json'];
  const child = spawn(join(folder, 'node_modules/.bin/prism'), arguments_, {
    cwd: folder,
    env: PLAIN_ENVIRONMENT,
  });
  const log: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => log.push(text.toString()));
  while (!log.join('').includes('listening')) await once(child.stdout, 'data');
  return { child, log };
}

describe('the document', () => {
  it(
    'follows the recommended rules of Spectral',
    async () => {
      const lint = ['spectral', 'lint', '--fail-severity', 'hint', 'openapi.json'];
      await expect(run('npx', lint, { cwd: folder, seconds: 240 })).resolves.toContain(
        'No results',
      );
    },
    5 * MINUTE,
  );

  it(
    'is served by Prism as a mock, without a warning',
    async () => {
      const port = await freePort();
      const { child, log } = await startPrism(port);
      const refused: string[] = [];
      for (const operation of operations) {
        const examples = operation.requestBody?.content['application/json']?.examples ?? {};
        const [body] = Object.values(examples).map((one) => resolve<OpenApiExample>(one).value);
        const { status } = await fetch(`http://127.0.0.1:${port}${addressOf(operation)}`, {
          method: operation.method.toUpperCase(),
          headers: { 'PRIVATE-TOKEN': 'a', 'Content-Type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        if (status >= 300) refused.push(`${operation.operationId} ${status}`);
      }
      child.kill();
      await once(child, 'close');
      const warnings = log
        .join('')
        .split('\n')
        .filter((line) => line !== '' && !CALM.test(line));
      expect({ refused, warnings }).toEqual({ refused: [], warnings: [] });
    },
    5 * MINUTE,
  );
});
