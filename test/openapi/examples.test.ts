import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '../../src/http/schema/schema.js';
import type {
  MediaExamples,
  OpenApiExample,
  OpenApiResponse,
} from '../../src/openapi/document-types.js';
import type { Client } from '../support/client.js';
import { ROOT, startForge, type Forge } from '../support/app.js';
import {
  operations,
  parametersOf,
  resolve,
  type DocumentedOperation,
} from '../support/document.js';

/**
 * The examples of the document as one story, in this order. `root` is the first administrator, `ada` the user of the
 * examples, `nobody` has no token.
 */
const STORY = `
  root  createUser
  nobody createSession
  nobody getHealth
  nobody getHealthLive
  nobody getHealthReady
  nobody getAvatar
  ada   getCurrentUser
  ada   getUser
  root  updateUser
  root  listUsers
  root  blockUser
  root  listAuditEvents
  root  unblockUser
  root  blockUserWithPost
  root  unblockUserWithPost
  root  createUserKey
  root  listUserKeys
  root  getKeyByFingerprint
  nobody getKeyFile
  ada   listCurrentUserKeys
  ada   getCurrentUserKey
  root  deleteUserKey
  ada   createCurrentUserKey
  ada   deleteCurrentUserKey
  root  createUserEmail
  root  listUserEmails
  ada   listCurrentUserEmails
  ada   getCurrentUserEmail
  root  deleteUserEmail
  ada   createCurrentUserEmail
  ada   deleteCurrentUserEmail
  ada   createProject
  ada   getProject
  ada   updateProject
  ada   listProjects
  ada   listVisibleProjects
  root  listAllProjects
  ada   createProjectMember
  ada   listProjectMembers
  ada   getProjectMember
  ada   updateProjectMember
  ada   createProjectIssue
  ada   listProjectIssues
  ada   getProjectIssue
  ada   updateProjectIssue
  ada   createIssueNote
  ada   listIssueNotes
  ada   getIssueNote
  ada   updateIssueNote
  ada   listUserEvents
  ada   createProjectPushEvent
  ada   createProjectSnippet
  ada   listProjectSnippets
  ada   getProjectSnippet
  ada   getSnippetCode
  ada   updateProjectSnippet
  ada   createProjectMergeRequest
  ada   listProjectMergeRequests
  ada   getProjectMergeRequest
  ada   updateProjectMergeRequest
  ada   createIssueAwardEmoji
  ada   listIssueAwardEmoji
  ada   getIssueAwardEmoji
  ada   deleteIssueAwardEmoji
  ada   createIssueNoteAwardEmoji
  ada   listIssueNoteAwardEmoji
  ada   getIssueNoteAwardEmoji
  ada   deleteIssueNoteAwardEmoji
  ada   deleteIssueNote
  ada   createSnippetNote
  ada   listSnippetNotes
  ada   getSnippetNote
  ada   updateSnippetNote
  ada   createSnippetNoteAwardEmoji
  ada   listSnippetNoteAwardEmoji
  ada   getSnippetNoteAwardEmoji
  ada   deleteSnippetNoteAwardEmoji
  ada   deleteSnippetNote
  ada   createMergeRequestNote
  ada   listMergeRequestNotes
  ada   getMergeRequestNote
  ada   updateMergeRequestNote
  ada   createMergeRequestNoteAwardEmoji
  ada   listMergeRequestNoteAwardEmoji
  ada   getMergeRequestNoteAwardEmoji
  ada   deleteMergeRequestNoteAwardEmoji
  ada   deleteMergeRequestNote
  ada   createSnippetAwardEmoji
  ada   listSnippetAwardEmoji
  ada   getSnippetAwardEmoji
  ada   deleteSnippetAwardEmoji
  ada   createMergeRequestAwardEmoji
  ada   listMergeRequestAwardEmoji
  ada   getMergeRequestAwardEmoji
  ada   deleteMergeRequestAwardEmoji
  ada   deleteProjectIssue
  ada   deleteProjectSnippet
  ada   deleteProjectMergeRequest
  ada   deleteProjectMember
  ada   deleteProject
  ada   updateCurrentUserPassword
  ada   resetCurrentUserPrivateToken
  root  resetUserPrivateToken
  root  deleteUserIdentity
  root  deleteUser
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/) as [caller: string, operationId: string]);

/** The token comes with a mail, so no example of it can be true. */
const NOT_TOLD = ['confirmEmail'];

/** What no seeded service can have in common with its document. */
const VOLATILE: Record<string, string[]> = {
  // An identicon is a long text.
  getAvatar: [''],
  // The fields of the example are those of an event about a note.
  createProjectPushEvent: [
    'action_name',
    'target_id',
    'target_type',
    'target_title',
    'data',
    'note',
  ],
  // The tests do not call from the address that documents use.
  listAuditEvents: ['ip'],
  // The example has the identity that is removed.
  deleteUserIdentity: ['identities'],
  deleteUser: ['identities'],
};

/** Parameters that need another one. */
const TOGETHER: Record<string, Record<string, unknown>> = {
  cursor: { pagination: 'keyset' },
  subject_type: { subject_id: 2 },
  subject_id: { subject_type: 'user' },
};

const byId = new Map(operations.map((operation) => [operation.operationId, operation]));

function operationOf(id: string): DocumentedOperation {
  const operation = byId.get(id);
  if (!operation) throw new Error(`The document has no operation ${id}`);
  return operation;
}

const valuesOf = (examples: MediaExamples = {}): unknown[] =>
  Object.values(examples).map((example) => resolve<OpenApiExample>(example).value);

const exampleOf = ({ examples, enum: values, default: preset }: Schema): unknown =>
  examples?.[0] ?? preset ?? values?.[0];

/** Replaces what differs between two services: times, tokens, ids, and the kind of thing that a note or an award is on. */
function stable(value: unknown, name = '', volatile: readonly string[] = []): unknown {
  if (volatile.includes(name)) return '<volatile>';
  if (name === 'private_token') return '<token>';
  if (/^(i?id|.*_id)$/.test(name) && value !== null) return '<id>';
  if (/_at$|^timestamp$/.test(name)) return '<time>';
  if (/^(note|award)able_type$/.test(name)) return '<kind>';
  if (Array.isArray(value)) return value.map((item) => stable(item, '-', volatile));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([field]) => !volatile.includes(field));
  return Object.fromEntries(
    fields.map(([field, inner]) => [field, stable(inner, field, volatile)]),
  );
}

describe('the examples of the document', () => {
  let forge: Forge;
  let tokens: Record<string, string>;
  /** The latest id in collections whose items are created more than once. */
  const latest = new Map<string, number>();

  beforeAll(async () => {
    // The address in the examples.
    forge = await startForge({ PUBLIC_URL: 'http://127.0.0.1:3000' });
    tokens = { root: ROOT.token };
  });
  afterAll(() => forge.close());

  function pathOf(operation: DocumentedOperation, query: Record<string, unknown> = {}): string {
    const parameters = parametersOf(operation);
    const path = operation.path.replace(/(\w+)\/\{\w+\}|\{\w+\}/g, (text, collection) => {
      const parameter = parameters.find((one) => text.includes(`{${one.name}}`));
      const id = latest.get(String(collection)) ?? exampleOf(parameter?.schema ?? {});
      return text.replace(/\{\w+\}/, encodeURIComponent(String(id)));
    });
    const needed = parameters.filter((one) => one.in === 'query' && one.required);
    const required = Object.fromEntries(needed.map((one) => [one.name, exampleOf(one.schema)]));
    const text = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...required, ...query }))
      text.set(name, String(value));
    return `${forge.url}${path}${text.size > 0 ? `?${text.toString()}` : ''}`;
  }

  const clientOf = (caller: string): Client =>
    caller === 'nobody' ? forge.anonymous : forge.as(tokens[caller] ?? '');

  async function play(caller: string, operation: DocumentedOperation) {
    const { method, requestBody } = operation;
    const key = parametersOf(operation).find(({ name }) => name === 'Idempotency-Key');
    const headers: Record<string, string> = key
      ? { 'Idempotency-Key': String(exampleOf(key.schema)) }
      : {};
    const [body] = valuesOf(requestBody?.content['application/json']?.examples);
    const answer = await clientOf(caller)
      .with(headers)
      .send<{ id?: number; private_token?: string }>(
        method.toUpperCase(),
        pathOf(operation),
        body as object | undefined,
      );
    remember(operation, answer.body);
    return answer;
  }

  function remember({ operationId, path }: DocumentedOperation, body: unknown): void {
    const { id, private_token: token } = (body ?? {}) as { id?: number; private_token?: string };
    const collection = path.split('/').at(-1) ?? '';
    if (
      id !== undefined &&
      /^create/.test(operationId) &&
      /^(keys|emails|notes|award_emoji)$/.test(collection)
    )
      latest.set(collection, id);
    if (token !== undefined) tokens['ada'] = token;
  }

  it('tell of every operation', () => {
    const told = [...STORY.map(([, id]) => id), ...NOT_TOLD];
    expect(told.toSorted()).toEqual([...byId.keys()].toSorted());
  });

  it('are true', async () => {
    const wrong: unknown[] = [];
    for (const [caller, id] of STORY) {
      const operation = operationOf(id);
      const { status, body } = await play(caller, operation);
      if (id === 'createUser') await forge.seed.user({ username: 'grace', name: 'Grace Hopper' });
      const response = resolve<OpenApiResponse>(
        operation.responses[status] ?? { description: '', content: {} },
      );
      const [type = ''] = Object.keys(response.content);
      const examples = valuesOf(response.content[type]?.examples);
      const volatile = VOLATILE[id] ?? [];
      const [got, wanted] = [
        stable(body, '', volatile),
        examples.map((one) => stable(one, '', volatile)),
      ];
      const items =
        Array.isArray(got) && got.length > 0 ? got.map((item: unknown) => [item]) : [got];
      const isTrue =
        status < 300 && wanted.some((one) => items.some((item) => isDeepStrictEqual(item, one)));
      if (!isTrue) wrong.push({ id, status, got, wanted });
      wrong.push(...(await tryParameters(caller, operation)));
    }
    expect(wrong).toEqual([]);
  });

  /** Sends each optional parameter of a list with its example. */
  async function tryParameters(caller: string, operation: DocumentedOperation) {
    const wrong: unknown[] = [];
    for (const { name, schema, required, ...parameter } of parametersOf(operation)) {
      if (operation.method !== 'get' || parameter.in !== 'query' || required) continue;
      const query = { ...TOGETHER[name], [name]: exampleOf(schema) };
      const { status, body } = await clientOf(caller).send('GET', pathOf(operation, query));
      if (status !== 200) wrong.push({ id: operation.operationId, query, status, body });
    }
    return wrong;
  }

  it('of Sudo is a user that administrators can act as', async () => {
    const other = await startForge();
    const [sudo] = parametersOf(operationOf('getCurrentUser')).filter(
      ({ name }) => name === 'Sudo',
    );
    const ada = await other.seed.user({ username: String(exampleOf(sudo?.schema ?? {})) });
    const { body } = await other.root.with({ Sudo: ada.username }).get('/user');
    await other.close();
    expect(body).toMatchObject({ username: 'ada', private_token: ada.token });
  });
});
