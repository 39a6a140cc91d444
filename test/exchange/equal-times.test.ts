import { ImportRepository } from '../../src/exchange/import.repository.js';
import { issue, note, project, snippet, user } from './handmade.js';
import { ImportTarget } from './import-target.js';

const target = new ImportTarget();

const importAll = (lines: object[], dryRun = false) => target.importAll(lines, { dryRun });

/** More than the import reads at once. */
const NOTES = 1_100;
const PLACE = [user('ada'), user('eve'), project('ada', 'p')];
/** Every tenth text is too long to be read with others, and has the size of the other long ones. Some are equal. */
const bodyOf = (number: number) =>
  `note ${10_000 + Math.floor(number / 2)}`.padEnd(number % 10 === 0 ? 2_000 : 0, 'é');
const notes = Array.from({ length: NOTES }, (_, number) =>
  note('ada/p', 1, number % 3 === 0 ? 'eve' : 'ada', number + 1, bodyOf(number)),
);

describe('an import of many notes with one time', () => {
  it('reads the stored notes of this time once, in two pages, and finds each again', async () => {
    const lines = [...PLACE, issue('ada/p', 1, 'ada'), ...notes];
    expect((await importAll(lines)).created).toMatchObject({ note: NOTES });

    const rows = target.forge.app.get(ImportRepository, { strict: false });
    const readNotes = rows.notesOfTime.bind(rows);
    let reads = 0;
    rows.notesOfTime = (...values) => {
      reads++;
      return readNotes(...values);
    };
    const more = [
      note('ada/p', 1, 'ada', NOTES + 1, bodyOf(4)),
      note('ada/p', 1, 'eve', NOTES + 2),
    ];
    const { created, present } = await importAll([...lines, ...more], true);
    expect({ created, present: present.note }).toEqual({ created: { note: 2 }, present: NOTES });
    expect(reads).toBe(2);
    expect((await importAll([...lines, ...more])).created).toEqual({ note: 2 });
    expect((await importAll([...lines, ...more])).created).toEqual({});
  });
});

it('reads the snippets of one time in a project once, and finds each again', async () => {
  const snippets = [1, 2, 3, 4].map((number) => ({
    ...snippet('ada/p', number, number === 4 ? 'eve' : 'ada'),
    title: number === 3 ? 'Another' : 'Snippet',
  }));
  const lines = [...PLACE, ...snippets];
  expect((await importAll(lines)).created).toMatchObject({ snippet: 4 });

  const rows = target.forge.app.get(ImportRepository, { strict: false });
  const readSnippets = rows.snippetsOfTime.bind(rows);
  let reads = 0;
  rows.snippetsOfTime = (...values) => {
    reads++;
    return readSnippets(...values);
  };
  const { created, present } = await importAll([...lines, snippet('ada/p', 5, 'ada')], true);
  expect({ created, present: present.snippet }).toEqual({ created: { snippet: 1 }, present: 4 });
  expect(reads).toBe(1);
});
