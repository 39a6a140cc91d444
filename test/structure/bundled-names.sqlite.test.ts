import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../support/program.js';

const read = (folder: string) =>
  readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(REPOSITORY, folder, file), 'utf8'))
    .join('\n');

describe('the bundle', () => {
  // The bundler adds a number to a name that another package has too. The log names errors by their class, and the
  // OpenAPI document names schemas by it.
  it('has all classes of the service under their own names', () => {
    const own = new Set([...read('dist/src').matchAll(/\bclass (\w+)/g)].map(([, name]) => name));
    const bundled = [...read('dist/program').matchAll(/\b(?:class (\w+)|(\w+)=class\b)/g)];
    const names = bundled.map(([, declared, assigned]) => declared ?? assigned ?? '');
    expect(own.size).toBeGreaterThan(300);
    expect(names).toEqual(expect.arrayContaining(['NoteView', 'NotFound', 'NotesService']));
    expect(names.filter((name) => own.has(name.replace(/\d+$/, '')) && !own.has(name))).toEqual([]);
  });
});
