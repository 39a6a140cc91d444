import { readFileSync } from 'node:fs';
import { startForge, type Forge } from '../support/app.js';
import type { Resource } from '../support/seed.js';
import {
  errorExamples,
  operations,
  parametersOf,
  type DocumentedOperation,
} from '../support/document.js';
import { examplesOf, valuesOf } from './examples/documented.js';

/** The ids of what the tests make, in each kind of database. */
interface Ids {
  [name: string]: unknown;
  notes: Record<string, unknown>;
}

let forge: Forge;
let ids: Ids;

beforeAll(async () => {
  forge = await startForge();
  const ada = await forge.seed.user();
  // The examples name user 3.
  const grace = await forge.seed.user();
  const project = await forge.seed.project(ada, { visibility_level: 20 });
  const create = async (path: string, body: object) =>
    (await ada.client.post<Resource>(path, body)).body.id;
  const at = `/projects/${project.id}`;
  const noteables = {
    issue_id: ['issues', await create(`${at}/issues`, { title: 'An issue' })],
    merge_request_id: [
      'merge_requests',
      await create(`${at}/merge_requests`, {
        ...{ title: 'A change', source_branch: 'change', target_branch: 'master' },
      }),
    ],
    snippet_id: [
      'snippets',
      await create(`${at}/snippets`, {
        ...{ title: 'A snippet', file_name: 'a.txt', code: 'x', visibility_level: 20 },
      }),
    ],
  } as const;
  const notes: Ids['notes'] = {};
  for (const [kind, id] of Object.values(noteables))
    notes[kind] = await create(`${at}/${kind}/${id}/notes`, { body: 'A note' });
  const numbers = Object.entries(noteables).map(([name, [, id]]) => [name, id]);
  await create(`${at}/members`, { user_id: grace.id, access_level: 30 });
  for (const name of ['bug', 'defect']) await create(`${at}/labels`, { name, color: '#D9534F' });
  ids = { ...Object.fromEntries(numbers), project: project.id, user_id: grace.id, notes } as Ids;
});
afterAll(() => forge.close());

/** Replaces the parameters of the path. */
const pathOf = ({ path }: DocumentedOperation, valueOf: (name: string) => unknown): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(valueOf(name)));

/** With what the tests have made. */
const existing = (operation: DocumentedOperation): string =>
  pathOf(operation, (name) => {
    const kind = /\/(issues|merge_requests|snippets)\//.exec(operation.path)?.[1] ?? '';
    if (name === 'note_id') return ids.notes[kind];
    if (name === 'id' && operation.path.includes('/projects/')) return ids['project'];
    return ids[name] ?? (name === 'file' ? '1.svg' : name === 'username' ? 'root' : 1);
  });

const missing = (operation: DocumentedOperation): string =>
  pathOf(operation, (name) => (name === 'file' ? 'none.svg' : 999_999));

const withQuery = (path: string, query: Record<string, unknown>): string => {
  const text = new URLSearchParams(query as Record<string, string>).toString();
  return text === '' ? path : `${path}?${text}`;
};

const without = (values: object, name: string): object =>
  Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));

let users = 0;
const exampleBody = ({ operationId, requestBody }: DocumentedOperation): object | undefined => {
  const [example] = valuesOf(requestBody?.content['application/json']?.examples);
  // 409 is about the address alone.
  return operationId === 'createUser'
    ? {
        ...without(without(example as object, 'extern_uid'), 'provider'),
        username: `user-${++users}`,
      }
    : (example as object | undefined);
};

const exampleQuery = (operation: DocumentedOperation): Record<string, unknown> =>
  Object.fromEntries(
    parametersOf(operation)
      .filter(({ in: place, required }) => place === 'query' && required)
      .map(({ name, schema }) => [name, examplesOf(schema)[0]]),
  );

function send({ method }: DocumentedOperation, path: string, body?: object) {
  return forge.root.send(method.toUpperCase(), forge.url + path, body);
}

/** Sends what the example is about. */
function refused(operation: DocumentedOperation, { message }: { message: unknown }) {
  const path = existing(operation);
  const body = exampleBody(operation);
  if (typeof message === 'string') return send(operation, `${path}?search=%FF`, body);
  const problems = message as Record<string, string[]>;
  const [name = ''] = Object.keys(problems);
  if (name === 'sudo') return send(operation, `${path}?sudo=`, body);
  if (problems[name]?.[0] === 'is missing') {
    const query = without(exampleQuery(operation), name);
    return send(
      operation,
      withQuery(path, query as Record<string, unknown>),
      body && without(body, name),
    );
  }
  return body
    ? send(operation, path, { [name]: {} })
    : send(operation, withQuery(path, { [`${name}[x]`]: 'x' }));
}

const cases = (status: number, name = 'Example') =>
  operations.flatMap((operation) => {
    const example = errorExamples(operation, status)[name];
    return example ? [[operation.operationId, operation, example] as const] : [];
  });

describe('the example of an error belongs to its operation', () => {
  it.each(cases(400))('400 of %s', async (_, operation, example) => {
    const { status, body } = await refused(operation, example);
    expect([status, body]).toEqual([400, example]);
  });

  it.each(cases(404))('404 of %s', async (_, operation, example) => {
    const message = String(example.message);
    const path = withQuery(missing(operation), {
      ...exampleQuery(operation),
      ...(message.includes('username for: nobody') ? { sudo: 'nobody' } : {}),
    });
    const elsewhere = message === '404 Not Found' ? '/nothing' : '';
    const { status, body } = await send(operation, path + elsewhere, exampleBody(operation));
    expect([status, body]).toEqual([404, example]);
  });

  it.each(cases(409))('409 of %s', async (_, operation, example) => {
    const path = existing(operation);
    const body = /\/notes$/.test(path) ? { body: ':tada:' } : exampleBody(operation);
    await send(operation, path, body);
    const answer = await send(operation, path, body);
    expect([answer.status, answer.body]).toEqual([409, example]);
  });

  it('409 of a key whose first request has not ended', () => {
    const texts = cases(409, 'StillRunning').map(([, , { message }]) => message);
    expect(new Set(texts).size).toBe(1);
    expect(readFileSync('docs/errors.md', 'utf8')).toContain(String(texts[0]));
  });
});
