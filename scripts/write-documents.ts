/**
 * Writes the documents that are made from the code: `openapi.json`, the types of the client, `.env.example` and
 * the tables of `docs/configuration.md` and `docs/interface/README.md`. With `--check` it writes nothing and fails
 * where a file differs.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { createApp } from '../src/app.js';
import { readConfig } from '../src/config/config.js';
import { renderConfigurationTable, renderEnvExample } from '../src/config/documents.js';
import type { OpenApiDocument } from '../src/openapi/document-types.js';
import { buildDocument } from '../src/openapi/document.js';
import { Routes } from '../src/openapi/routes.js';
import { listOperations, readTests, renderOperationsTable } from './operations-table.js';

const documents: Record<string, () => string | Promise<string>> = {
  'openapi.json': () => `${JSON.stringify(openapi, null, 2)}\n`,
  'client/schema.ts': renderClientTypes,
  '.env.example': renderEnvExample,
  'docs/configuration.md': () => withTable('docs/configuration.md', renderConfigurationTable()),
  'docs/interface/README.md': () =>
    withTable(
      'docs/interface/README.md',
      renderOperationsTable(listOperations(openapi, readTests())),
    ),
};

async function buildOpenapi(): Promise<OpenApiDocument> {
  const folder = mkdtempSync(join(tmpdir(), 'forgenote-'));
  const config = readConfig({
    DATABASE_URL: `sqlite:${join(folder, 'empty.sqlite')}`,
    LOG_LEVEL: 'error',
    // Given, so that none are made up and shown: the database is thrown away.
    ADMIN_PASSWORD: 'nobody signs in',
    ADMIN_TOKEN: 'token-nobody-ever-uses',
    SECRET_KEY: 'nothing of worth is encrypted with this',
  });
  const app = await createApp(config);
  try {
    return buildDocument(app.get(Routes).list);
  } finally {
    await app.close();
    rmSync(folder, { recursive: true });
  }
}

async function renderClientTypes(): Promise<string> {
  const types = await openapiTypes(structuredClone(openapi) as unknown as OpenAPI3, {
    // What has a default may be left out of a request.
    defaultNonNullable: false,
  });
  return `/** Written by \`npm run documents\`, never by hand. */\n\n${astToString(types)}`;
}

/** The file with another table between its marks. */
function withTable(path: string, table: string): string {
  const marked = /(<!-- prettier-ignore-start -->\n\n).*(\n\n<!-- prettier-ignore-end -->)/s;
  return readFileSync(path, 'utf8').replace(
    marked,
    (_, start: string, end: string) => start + table + end,
  );
}

function isWritten(path: string, text: string): boolean {
  try {
    return readFileSync(path, 'utf8') === text;
  } catch {
    return false;
  }
}

const openapi = await buildOpenapi();
const isCheck = process.argv.includes('--check');
for (const [path, render] of Object.entries(documents)) {
  const text = await render();
  if (isWritten(path, text)) continue;
  if (isCheck) {
    console.error(`${path} is not what the code says: run npm run documents`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, text);
    console.log(`${path} is written`);
  }
}
