import { readFileSync } from 'node:fs';
import { breakingChanges } from '../../scripts/breaking-changes.js';
import type { OpenApiDocument } from '../../src/http/openapi/document-types.js';
import { openapi } from '../support/document.js';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const released = JSON.parse(read('docs/released/openapi.json')) as OpenApiDocument;

/** The problems after a change to a copy of the document. */
function after(change: (document: OpenApiDocument) => void): string[] {
  const changed = structuredClone(openapi);
  change(changed);
  return breakingChanges(openapi, changed);
}

const schemaOf = (document: OpenApiDocument, name: string) => {
  const schema = document.components.schemas[name];
  if (!schema?.properties) throw new Error(`${name} is no object`);
  return { ...schema, schema, properties: schema.properties };
};

describe('the document since the last release', () => {
  it('has no breaking change', () => {
    expect(breakingChanges(released, openapi)).toEqual([]);
  });

  it('is compared with the last version in CHANGELOG.md', () => {
    const [, version] = /^## \[?(\d+\.\d+\.\d+)/m.exec(read('CHANGELOG.md')) ?? [];
    // Before the first release, the released document is the one that the first release promises to keep.
    expect(released.info.version).toBe(version ?? openapi.info.version);
  });
});

describe('breakingChanges', () => {
  it.each<[string, (document: OpenApiDocument) => void, string]>([
    [
      'an operation that is gone',
      ({ paths }) => delete paths['/api/v3/keys'],
      'GET /api/v3/keys: the operation is gone',
    ],
    [
      'another operation id',
      ({ paths }) => Object.assign(paths['/health']?.get ?? {}, { operationId: 'health' }),
      'GET /health: getHealth is now named health',
    ],
    [
      'a parameter that is gone',
      ({ paths }) => paths['/api/v3/users']?.get?.parameters?.shift(),
      'GET /api/v3/users: the parameter query page is gone',
    ],
    [
      'a new required field of a body',
      (document) => {
        const { schema, required = [] } = schemaOf(document, 'CreateNoteInput');
        schema.required = [...required, 'created_at'];
      },
      'the field created_at is now required',
    ],
    [
      'a lower limit of a body',
      (document) => {
        Object.assign(schemaOf(document, 'CreateNoteInput').properties['body'] ?? {}, {
          maxLength: 10,
        });
      },
      'body.body: maxLength is now lower',
    ],
    [
      'a value that is no longer accepted',
      (document) => {
        const field = schemaOf(document, 'UpdateIssueInput').properties['state_event'];
        Object.assign(field ?? {}, { enum: ['close'] });
      },
      'the value reopen is no longer accepted',
    ],
    [
      'a field of a response that is gone',
      (document) => delete schemaOf(document, 'NoteView').properties['body'],
      'the field body is gone',
    ],
    [
      'a field of a response that can be absent',
      (document) => {
        const { schema, required = [] } = schemaOf(document, 'NoteView');
        schema.required = required.filter((name) => name !== 'body');
      },
      'the field body is no longer always there',
    ],
    [
      'a field of a response that can be null',
      (document) => {
        const field = schemaOf(document, 'NoteView').properties['body'];
        Object.assign(field ?? {}, { type: ['string', 'null'] });
      },
      'the type null is new',
    ],
    [
      'a header that is gone',
      ({ paths }) => {
        const response = paths['/api/v3/users']?.get?.responses['200'];
        if (response && 'headers' in response) delete response.headers?.['Link'];
      },
      'GET /api/v3/users 200: the header Link is gone',
    ],
    [
      'a header of an error that is gone',
      ({ components }) => delete components.responses['TooManyRequests']?.headers?.['Retry-After'],
      'GET /api/v3/users 429: the header Retry-After is gone',
    ],
    [
      'a header that can be absent',
      ({ components }) => {
        Object.assign(components.headers['X-Request-Id'] ?? {}, { required: false });
      },
      'GET /api/v3/users 200 X-Request-Id: the header is no longer always there',
    ],
    [
      'a header of another type',
      ({ components }) => {
        Object.assign(components.headers['Retry-After']?.schema ?? {}, { type: 'string' });
      },
      'Retry-After: the type string is new',
    ],
    [
      'an error that is gone',
      ({ paths }) => delete paths['/api/v3/users']?.post?.responses['409'],
      'POST /api/v3/users: the status 409 is gone',
    ],
    [
      'a field of errors that is gone',
      (document) => delete schemaOf(document, 'ErrorResponse').properties['message'],
      'the field message is gone',
    ],
    [
      'another schema for one error',
      ({ components }) => {
        const content = components.responses['NotFound']?.content['application/json'];
        Object.assign(content ?? {}, { schema: { type: 'string' } });
      },
      '404: the type string is new',
    ],
    ['a tag that is gone', ({ tags }) => tags.shift(), 'the tag Notes is gone'],
    [
      'another tag of an operation',
      ({ paths }) => Object.assign(paths['/health']?.get ?? {}, { tags: ['Users'] }),
      'GET /health: the tag Health is gone',
    ],
    [
      'a security scheme that is gone',
      ({ components }) => delete components.securitySchemes['bearer'],
      'the security scheme bearer is gone',
    ],
    [
      'a security scheme that sends the token elsewhere',
      ({ components }) =>
        Object.assign(components.securitySchemes['privateToken'] ?? {}, { name: 'X-Token' }),
      'the security scheme privateToken has changed',
    ],
    [
      'a way to authenticate that no operation accepts any more',
      (document) => (document.security = document.security.filter((way) => !('bearer' in way))),
      'GET /api/v3/users: it no longer accepts bearer',
    ],
    [
      'a second token that each request needs',
      (document) => (document.security = [{ privateToken: [], bearer: [] }]),
      'GET /api/v3/users: it no longer accepts privateToken',
    ],
    [
      'an operation that now needs a token',
      ({ paths }) => Object.assign(paths['/health']?.get ?? {}, { security: [{ bearer: [] }] }),
      'GET /health: it now needs a token',
    ],
    [
      'a body that no longer accepts other fields',
      (document) => {
        schemaOf(document, 'CreateNoteInput').schema.additionalProperties = false;
      },
      'body: other fields are no longer accepted',
    ],
    [
      'a response that can have other fields',
      (document) => delete schemaOf(document, 'NoteView').schema.additionalProperties,
      'other fields are new',
    ],
    [
      'another type of the other fields',
      (document) => {
        const [, map] = schemaOf(document, 'ErrorResponse').properties['message']?.anyOf ?? [];
        if (map) map.additionalProperties = { type: 'array', items: { type: 'integer' } };
      },
      'message.*[]: the type integer is new',
    ],
  ])('reports %s', (_, change, problem) => {
    expect(after(change).join('\n')).toContain(problem);
  });

  it('accepts new operations, optional parameters, fields, errors, tags and ways to authenticate', () => {
    const problems = after((document) => {
      document.tags.unshift({ name: 'Colours', description: 'Colours.' });
      document.components.securitySchemes['cookie'] = { type: 'apiKey', in: 'cookie', name: 'a' };
      document.security.push({ cookie: [] });
      const list = document.paths['/api/v3/users']?.get;
      if (list) list.responses['409'] = { $ref: '#/components/responses/Conflict' };
      const get = document.paths['/health']?.get;
      if (get) document.paths['/health/again'] = { get: { ...get, operationId: 'again' } };
      schemaOf(document, 'NoteView').properties['colour'] = { type: 'string' };
      schemaOf(document, 'CreateNoteInput').properties['colour'] = { type: 'string' };
    });
    expect(problems).toEqual([]);
  });
});
