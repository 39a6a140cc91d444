import { startForge, type Forge } from '../support/app.js';
import type { Resource } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=line';

let forge: Forge;
let issue: Resource;
beforeAll(async () => {
  forge = await startForge();
  const ada = await forge.seed.user();
  issue = await forge.seed.issue(await forge.seed.project(ada), ada);
});
afterAll(() => forge.close());

const part = (name: string) =>
  `--line\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`;
const repeat = (count: number, text: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => text(n));

/** A form with the required parameter and `count` fields in all. */
const forms: [string, string, most: number, (count: number) => string, message: string][] = [
  [
    'fields of a form',
    FORM,
    10_000,
    (count) => ['body=x', ...repeat(count - 1, (n) => `f${n}=x`)].join('&'),
    '400 Bad Request - the form has too many fields',
  ],
  [
    'items of a list in a form',
    FORM,
    1_000,
    (count) => ['body=x', ...repeat(count, () => 'list[]=x')].join('&'),
    '400 Bad Request - the form has too many fields',
  ],
  [
    'fields of a multipart form',
    MULTIPART,
    1_000,
    (count) => [part('body'), ...repeat(count - 1, (n) => part(`f${n}`)), '--line--'].join(''),
    '400 Bad Request - the multipart body cannot be read',
  ],
];

describe.each(forms)('%s', (_, type, most, form, message) => {
  const send = (count: number) => forge.root.type(type).post(`${issue.at}/notes`, form(count));

  it(`are accepted up to ${most}`, async () => {
    expect((await send(most)).status).toBe(201);
  });

  it('return 400 beyond the limit instead of being dropped', async () => {
    expect(await send(most + 1)).toEqual(answered(400, { message }));
  });
});
