import { inspect } from 'node:util';
import { QueryFailedError } from 'typeorm';
import { removeValues } from './engine.js';
import { DatabaseUnavailable, OutcomeUnknown } from './failures.js';

describe('removeValues', () => {
  /** As of TypeORM on MySQL and MariaDB, whose driver puts the values into `sql`. */
  const failed = () =>
    new QueryFailedError(
      'INSERT INTO users (password_hash) VALUES (?)',
      ['a hash'],
      Object.assign(new Error('refused'), { sql: "... VALUES ('a hash')", errno: 1040 }),
    );

  it.each<[string, (error: Error) => Error]>([
    ['an error of TypeORM', (error) => error],
    ['the cause of an error', (error) => new DatabaseUnavailable(error)],
    ['the cause of a cause', (error) => new OutcomeUnknown(new DatabaseUnavailable(error))],
  ])('removes the values from %s, and nothing else', (_what, wrap) => {
    const error = wrap(failed());
    expect(inspect(error, { depth: null })).toContain('a hash');
    removeValues(error);
    const text = inspect(error, { depth: null, showHidden: true });
    expect(text).not.toContain('a hash');
    expect(text).toContain('INSERT INTO users (password_hash) VALUES (?)');
    expect(text).toContain('1040');
  });
});
