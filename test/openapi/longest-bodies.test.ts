import { UniqueParams } from '../../src/app/testing/creations.js';
import { startForge, type Forge } from '../support/app.js';
import { operations, resolveSchema } from '../support/document.js';

const samples = new UniqueParams();

/** Fields with more characters than all others of their body together. */
const LONG = operations.flatMap(({ method, path, requestBody, operationId }) => {
  const body = requestBody?.content['application/json']?.schema;
  const { properties = {} } = body ? resolveSchema(body) : {};
  return Object.entries(properties)
    .filter(([, { maxLength = 0 }]) => maxLength > 10_000)
    .map(([field, { maxLength = 0 }]) => ({ operationId, method, path, field, maxLength }));
});

describe('the longest text that the document allows', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge();
    const project = await forge.root.post<{ id: number }>('/projects', samples.project());
    const at = `/projects/${project.body.id}`;
    for (const [kind, body] of [
      ['issues', samples.issue()],
      ['snippets', samples.snippet()],
      ['merge_requests', samples.mergeRequest()],
    ] as const) {
      await forge.root.post(`${at}/${kind}`, body);
      await forge.root.post(`${at}/${kind}/1/notes`, samples.note());
    }
  });
  afterAll(() => forge.close());

  it('is tried in every operation that has one', () => {
    expect(LONG.length).toBeGreaterThan(10);
  });

  it.each(LONG)('is stored: $field of $operationId', async (one) => {
    // What any of these bodies requires.
    const others = { ...samples.project(), ...samples.snippet(), ...samples.mergeRequest() };
    const path = one.path
      .replace('/api/v3', '')
      .replace(
        '{note_id}',
        one.path.includes('issues') ? '1' : one.path.includes('snip') ? '2' : '3',
      )
      .replace(/\{\w+\}/g, '1');
    const word = one.field === 'labels' ? `${'x'.repeat(255)},` : 'x';
    const text = word.repeat(Math.ceil(one.maxLength / word.length)).slice(0, one.maxLength);
    const body = { ...others, [one.field]: text };
    const { status } = await forge.root.send(one.method.toUpperCase(), path, body);
    expect(status).toBe(one.method === 'post' ? 201 : 200);
  });

  const longest = '\u{1f600}'.repeat(65_536);
  const escaped = '\\ud83d\\ude00'.repeat(65_536);
  it.each([
    ['JSON in UTF-8', 'application/json', JSON.stringify({ body: longest })],
    ['JSON with escapes', 'application/json', `{"body":"${escaped}"}`],
    [
      ...(['a percent-encoded form', 'application/x-www-form-urlencoded'] as const),
      new URLSearchParams({ body: longest }).toString(),
    ],
    [
      ...(['multipart', 'multipart/form-data; boundary=b'] as const),
      `--b\r\nContent-Disposition: form-data; name="body"\r\n\r\n${longest}\r\n--b--\r\n`,
    ],
  ])('is stored if each character has four bytes: %s', async (_encoding, type, sent) => {
    const notes = '/projects/1/issues/1/notes';
    const { status, body } = await forge.root.type(type).post<{ body: string }>(notes, sent);
    expect([status, body.body === longest]).toEqual([201, true]);
  });
});
