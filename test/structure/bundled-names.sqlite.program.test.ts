import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../support/program.js';

const read = (folder: string) =>
  readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(REPOSITORY, folder, file), 'utf8'))
    .join('\n');

describe('the bundle', () => {
  // The bundler adds a number to a name that a chunk has twice. The OpenAPI document names schemas by their class, and
  // TypeORM stores migrations by it.
  it('has no class of the service with a number added to its name', () => {
    const own = new Set([...read('dist/src').matchAll(/\bclass (\w+)/g)].map(([, name]) => name));
    // `A=class{`, `A=class extends B{`, `A=class _A{` and `class A{`. The inner name counts. `A_1` is an alias of the compiler.
    const bundled = read('dist/program').matchAll(
      /(?:\b(\w+)=)?\bclass\b(?: (?!extends\b)(\w+))?/g,
    );
    const names = [...bundled].map(([, outer, inner]) => inner ?? outer ?? '');
    expect(own.size).toBeGreaterThan(300);
    expect(names).toEqual(expect.arrayContaining(['NoteView', 'NotFound', 'NotesService']));
    const isRenamed = (name: string) =>
      !own.has(name) &&
      /[^_]\d$/.test(name) &&
      [1, 2].some((digits) => own.has(name.slice(0, -digits)));
    expect(names.filter(isRenamed)).toEqual([]);
  });
});
