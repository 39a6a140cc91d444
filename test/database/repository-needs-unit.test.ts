import { NotesRepository } from '../../src/features/notes/notes.repository.js';
import { startForge, type Forge } from '../support/app.js';

let forge: Forge;
let notes: NotesRepository;

beforeAll(async () => {
  forge = await startForge();
  notes = forge.app.get(NotesRepository, { strict: false });
});
afterAll(() => forge.close());

it.each<[string, () => unknown]>([
  ['find', () => notes.findOneBy({ id: 1 })],
  ['count', () => notes.countBy({ id: 1 })],
  ['insert', () => notes.insert({ body: 'x' })],
  ['update', () => notes.update({ id: 1 }, { body: 'x' })],
  ['delete', () => notes.delete({ id: 1 })],
  ['save', () => notes.save({ body: 'x' })],
  ['remove', () => notes.remove([])],
  ['clear', () => notes.clear()],
  ['query', () => notes.query('SELECT 1')],
  ['lock', () => notes.lockRow(1)],
])('rejects %s of a repository outside a unit of work', async (_, call) => {
  const called = Promise.resolve().then(call);
  await expect(called).rejects.toThrow('unit.withRepository(repository)');
});
