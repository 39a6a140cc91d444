import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { UniqueParams } from '../../src/app/testing/creations.js';
import { startForge, type Forge } from '../support/app.js';
import { openapi, resolveSchema } from '../support/document.js';

const samples = new UniqueParams();
const ADA = samples.user('ada');
const MOTH = samples.issue();
const CHANGE = samples.mergeRequest();
const SNIPPET = samples.snippet();

/** Bodies with one fault each: the schema and the path. */
const FAULTS: [schema: string, path: string, body: object][] = [
  ['CreateUserInput', '/users', { ...ADA, username: 'a b' }],
  ['CreateUserInput', '/users', { ...ADA, username: '-ada' }],
  ['CreateUserInput', '/users', { ...ADA, username: 'ada.git' }],
  ['CreateUserInput', '/users', { ...ADA, username: 'ada.ATOM' }],
  ['CreateUserInput', '/users', { ...ADA, username: 'a'.repeat(256) }],
  ['CreateUserInput', '/users', { ...ADA, name: '\t' }],
  ['CreateUserInput', '/users', { ...ADA, name: 'Ada\nLovelace' }],
  ['CreateUserInput', '/users', { ...ADA, password: 'short' }],
  ['CreateUserInput', '/users', { ...ADA, email: 'ada' }],
  ['CreateUserInput', '/users', { ...ADA, provider: 'ldapmain' }],
  ['CreateUserInput', '/users', { ...ADA, extern_uid: 'uid=ada' }],
  ['CreateUserInput', '/users', { ...ADA, projects_limit: -1 }],
  ['SessionInput', '/session', { password: 'correct-horse' }],
  ['SessionInput', '/session', { password: 'correct-horse', login: ' ' }],
  ['CreateProjectInput', '/projects', { name: 'Engine', path: '-engine' }],
  ['CreateProjectInput', '/projects', { name: 'Engine', path: 'engine.' }],
  ['CreateProjectInput', '/projects', { name: 'Engine', path: 'a/b' }],
  ['CreateProjectInput', '/projects', { name: 'Engine', visibility_level: 5 }],
  ['CreateMemberInput', '/projects/1/members', { user_id: 1, access_level: 50 }],
  ['CreateIssueInput', '/projects/1/issues', { title: '' }],
  ['CreateIssueInput', '/projects/1/issues', { ...MOTH, created_at: 'yesterday' }],
  ['CreateMergeRequestInput', '/projects/1/merge_requests', { ...CHANGE, target_branch: ' ' }],
  ['CreateSnippetInput', '/projects/1/snippets', { ...SNIPPET, file_name: 'a\r\nb' }],
  ['CreateSnippetInput', '/projects/1/snippets', { ...SNIPPET, code: '\n' }],
  ['CreateNoteInput', '/projects/1/issues/1/notes', { body: '\u00a0' }],
  ['CreateKeyInput', '/user/keys', { title: 'Laptop', key: 'ssh-dss AAAA' }],
  ['CreateKeyInput', '/user/keys', { title: 'Laptop', key: 'ssh-rsa' }],
  ['CreateEmailInput', '/user/emails', { email: 'ada@' }],
];

describe('a rule of the document', () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(openapi, 'document');
  let forge: Forge;

  beforeAll(async () => {
    forge = await startForge();
    await forge.root.post('/projects', samples.project());
    await forge.root.post('/projects/1/issues', MOTH);
  });
  afterAll(() => forge.close());

  it.each(FAULTS)('is a rule of the service: %s, POST %s %j', async (schema, path, body) => {
    const fits = ajv.validate({ $ref: `document#/components/schemas/${schema}` }, body);
    const { status } = await forge.root.post(path, body);
    expect({ fits, status }).toEqual({ fits: false, status: 400 });
  });

  it('is a rule of the service: each reserved username of the description', async () => {
    const { properties = {} } = resolveSchema({ $ref: '#/components/schemas/CreateUserInput' });
    const { description = '' } = properties['username'] ?? {};
    const [, list = ''] = description.split('Reserved in any letter case: ');
    const names = [...list.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    expect(names).toEqual(expect.arrayContaining(['admin', 'ghost', 'favicon.ico']));
    for (const name of names.flatMap((one) => [one, one.toUpperCase()])) {
      const { status, body } = await forge.root.post('/users', { ...ADA, username: name });
      const message = { username: [`${name} is a reserved name`] };
      expect({ status, body }).toEqual({ status: 400, body: { message } });
    }
  });

  it.each([
    ['/keys', 'fingerprint', 'SHA256:abc'],
    ['/keys', 'fingerprint', 'zz:16'],
    ['/keys', 'fingerprint', 'MD5:aa:bb'],
    ['/audit_events', 'ip', 'localhost'],
    ['/audit_events', 'ip', '192.0.2.256'],
    ['/audit_events', 'ip', '2001:db8::1::2'],
  ])('is a rule of the service: GET %s?%s=%s', async (path, name, value) => {
    const [parameter] = (openapi.paths[`/api/v3${path}`]?.get?.parameters ?? []).filter(
      (one) => 'name' in one && one.name === name,
    );
    const schema = parameter && 'schema' in parameter ? parameter.schema : {};
    const { status } = await forge.root.get(path, { [name]: value });
    expect({ fits: ajv.validate(schema, value), status }).toEqual({ fits: false, status: 400 });
  });
});
