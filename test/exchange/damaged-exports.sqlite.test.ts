import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFile } from '../../src/cli/import.command.js';
import { UnusableData } from '../../src/exchange/unusable-data.js';
import { startForge, type Forge } from '../support/app.js';
import { everyRow } from '../support/internals.js';
import { Program } from '../support/program.js';
import { ed25519 } from '../support/ssh-samples.js';
import { award, handmade, HEADER, issue, member, note, project, sshKey, user } from './handmade.js';
import { exportTo, filledForge, freshFile } from './sample-forge.js';

let forge: Forge;
let program: Program;
let complete: string[];
let before: unknown;

beforeAll(async () => {
  const source = await filledForge();
  const place = freshFile();
  await exportTo(source, place.file);
  complete = readFileSync(place.file, 'utf8').trim().split('\n');
  place.remove();
  await source.close();
  forge = await startForge();
  before = await everyRow(forge);
});
afterAll(() => forge.close());
beforeEach(() => (program = new Program()));
afterEach(async () => {
  await program.remove();
  expect(await everyRow(forge)).toEqual(before);
});

/** Runs a command beside the running service. Returns the exit code. */
const run = (...words: string[]) => {
  program.start(forge.settings, ...words);
  return program.exit();
};
const write = (name: string, text: string | Buffer) => {
  writeFileSync(join(program.folder, name), text);
};
const lines = (change: (lines: string[]) => void) => {
  const changed = [...complete];
  change(changed);
  return `${changed.join('\n')}\n`;
};
const PROJECT = { kind: 'project', project: 'ada/p', owner: 'ada', path: 'p', name: 'p' };
const EMAIL = { kind: 'email', user: 'nobody', email: 'a@x.org' };
const CREATED = { created_at: '2026-01-31T12:00:00.000Z' };

it.each<[string, () => string | Buffer, string]>([
  ['is empty', () => '', 'line 1: its end is missing'],
  ['is no JSON', () => 'users: 3\n', 'line 1: it is not a JSON object'],
  ['is a list', () => '[]\n', 'line 1: it is not a JSON object'],
  ['has no header', () => lines((all) => all.shift()), 'line 1: it is not a header'],
  [
    'has an older format',
    () => lines((all) => (all[0] = HEADER.replace('1', '0'))),
    'line 1: its format is not 1',
  ],
  ['is cut off after a line', () => lines((all) => all.splice(-5)), 'its end is missing'],
  ['is cut off in a line', () => lines(() => undefined).slice(0, -200), 'it is not a JSON object'],
  [
    'lacks a line',
    () => lines((all) => all.splice(-2, 1)),
    'it has other lines than its end counts',
  ],
  [
    'has a changed name',
    () => lines((all) => (all[1] = all[1]?.replace('"name":"', '"name":"Lord ') ?? '')),
    'it was changed since it was written',
  ],
  ['goes on after its end', () => lines((all) => all.push(HEADER)), 'it goes on after its end'],
  ['has an unknown kind', () => handmade({ kind: 'label' }), 'line 2: the kind "label" is unknown'],
  [
    'has a kind of every object',
    () => handmade({ kind: 'toString' }),
    'the kind "toString" is unknown',
  ],
  [
    'lacks a field',
    () => handmade(EMAIL),
    'line 2: the field created_at of email is missing or wrong',
  ],
  [
    'has a longer description of a project than the interface accepts',
    () => handmade({ ...PROJECT, description: 'x'.repeat(2_001) }),
    'line 2: the field description of project is missing or wrong',
  ],
  [
    'has a note without text',
    () => handmade(note('ada/p', 1, 'ada', 1, ' \n ')),
    'line 2: the field body of note is missing or wrong',
  ],
  [
    'has a longer note than the interface accepts',
    () => handmade(note('ada/p', 1, 'ada', 1, '\u{1f600}'.repeat(1_000_001))),
    'line 2: the field body of note is missing or wrong',
  ],
  [
    'has a NUL in a text',
    () => handmade(note('ada/p', 1, 'ada', 1, 'Yes\0no')),
    'line 2: the field body of note is missing or wrong',
  ],
  [
    'has half a surrogate pair in a text',
    () => handmade(user('ada', 'ada@x.org', { bio: '\ud83d' })),
    'line 2: the field bio of user is missing or wrong',
  ],
  [
    'has a time of the future',
    () => handmade({ ...EMAIL, created_at: '2999-01-31T12:00:00.000Z' }),
    'the field created_at of email',
  ],
  [
    'has a time before 1970',
    () => handmade({ ...EMAIL, created_at: '1969-12-31T23:59:59.999Z' }),
    'the field created_at of email',
  ],
  [
    'is in Latin-1',
    () =>
      Buffer.from(handmade(user('ada'), user('eve', 'e@x.org', { name: '\u00cbve' })), 'latin1'),
    'line 3: it is not UTF-8',
  ],
  [
    'refers to a missing user',
    () => handmade({ ...EMAIL, ...CREATED }),
    'line 2: the user nobody has no line before it',
  ],
  [
    'has an author without a line',
    () => handmade(user('ada'), project('ada', 'p'), issue('ada/p', 1, 'bob')),
    'line 4: the user bob has no line before it',
  ],
  [
    'has a line of the ghost',
    () => handmade(user('ghost')),
    'line 2: ghost stands for deleted users, and has no line',
  ],
  [
    'gives the ghost an address',
    () => handmade({ ...EMAIL, user: 'ghost', ...CREATED }),
    'line 2: ghost stands for deleted users, who are authors and owners only',
  ],
  [
    'gives the ghost a key',
    () => handmade(sshKey('ghost', ed25519)),
    'line 2: ghost stands for deleted users',
  ],
  [
    'has the ghost as a member',
    () => handmade(project('ghost', 'p'), member('ghost/p', 'ghost')),
    'line 3: ghost stands for deleted users',
  ],
  [
    'has an award of the ghost',
    () =>
      handmade(
        ...[project('ghost', 'p'), issue('ghost/p', 1, 'ghost')],
        award('ghost/p', 1, 'ghost', 'tada', null),
      ),
    'line 4: ghost stands for deleted users',
  ],
  [
    'has an award of the item after its notes',
    () =>
      handmade(
        ...[user('ada'), project('ada', 'p'), issue('ada/p', 1, 'ada'), note('ada/p', 1, 'ada')],
        award('ada/p', 1, 'ada', 'tada', null),
      ),
    'line 6: it follows a note, and is of the item before it',
  ],
])('refuses a file that %s, and changes nothing', async (_, content, problem) => {
  write('e.jsonl', content());
  const file = join(program.folder, 'e.jsonl');
  const refused = await importFile(forge.app, file, {}).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UnusableData);
  const { message } = refused as UnusableData;
  expect(message).toContain(problem);
  expect(message).toMatch(
    /e\.jsonl is not a complete export \(line \d+: .*\): nothing was changed\. Use another file\.$/,
  );
});

it('exits with 65 and one sentence for a damaged file', async () => {
  write('e.jsonl', HEADER);
  expect(await run('import', 'e.jsonl')).toBe(65);
  expect(program.stderr).toBe(
    'e.jsonl is not a complete export (line 2: its end is missing): nothing was changed. Use another file.\n',
  );
  expect(program.stdout).toBe('');
});

it('exits with 65 for the format of a later version, and names the version', async () => {
  write('e.jsonl', `${HEADER.replace('"format":1', '"format":2')}\n`);
  expect(await run('import', 'e.jsonl')).toBe(65);
  expect(program.stderr).toBe(
    'e.jsonl was written by version 1.0.0, whose format this version does not know: use that version. Nothing was changed.\n',
  );
});

it('exits with 69 for a missing file', async () => {
  expect(await run('import', 'no.jsonl')).toBe(69);
  expect(program.stderr).toBe('no.jsonl cannot be read (ENOENT): name a readable file.\n');
});

it.each([
  ['[]', /^m\.json is not a mapping: write \{"username in the file"/],
  ['{"ada": 3}', /^m\.json is not a mapping/],
  [
    '{"Ada": "nobody"}',
    /^The mapping names nobody for Ada, and there is no such user: correct it\./,
  ],
  ['{"Ada": "ghost"}', /^The mapping names ghost for Ada, and there is no such user: correct it\./],
  ['{"ADA": "root"}', /^The mapping has ADA, and the file has no such user: correct it\.\nNothing/],
])('exits with 65 for the mapping %s', async (content, problem) => {
  write('m.json', content);
  write(
    'e.jsonl',
    lines(() => undefined),
  );
  expect(await run('import', 'e.jsonl', '--map-users', 'm.json')).toBe(65);
  expect(program.stderr).toMatch(problem);
});

it.each([
  [['import'], 64, /^import needs a file, or --from-api/],
  [['import', '--from-api', 'https://x.org'], 64, /^--from-api and --token-file need each other/],
  [['import', 'e.jsonl', '--token-file', 't'], 64, /^--from-api and --token-file need each other/],
  [['import', 'e.jsonl', '--force'], 64, /^error: unknown option '--force'/],
  [['export'], 64, /^error: missing required argument 'file'/],
  [['export', 'no/e.jsonl'], 69, /^no\/e\.jsonl cannot be written \(ENOENT\)/],
])('refuses the command line %j with exit code %d', async (words, code, problem) => {
  expect(await run(...words)).toBe(code);
  expect(program.stderr).toMatch(problem);
});

it('never replaces a file', async () => {
  write('e.jsonl', 'letter');
  expect(await run('export', 'e.jsonl')).toBe(69);
  expect(program.stderr).toBe('e.jsonl exists: remove it, or name another file.\n');
  expect(readFileSync(join(program.folder, 'e.jsonl'), 'utf8')).toBe('letter');
});

it('prints counts with --json', async () => {
  expect(await run('export', 'e.jsonl', '--json')).toBe(0);
  expect(JSON.parse(program.stdout)).toMatchObject({ lines: 1, counts: { user: 1 } });
  program.stdout = '';
  expect(await run('import', 'e.jsonl', '--json', '--dry-run')).toBe(0);
  expect(JSON.parse(program.stdout)).toMatchObject({
    ...{ file: 'e.jsonl', dry_run: true, created: {}, present: { user: 1 }, left_out: {} },
  });
});
