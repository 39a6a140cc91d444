import { errorText, loggable } from './loggable.js';

const CANARY = 'canary-4711';
const line = (value: unknown) => JSON.stringify(loggable(value));

class Connection {
  readonly password = CANARY;
}

/** Errors as the databases' drivers and TypeORM make them. */
const DATABASE_ERRORS: [string, object, object][] = [
  [
    'TypeORM',
    {
      query: `INSERT INTO \`users\` VALUES ('${CANARY}')`,
      parameters: [CANARY],
      driverError: { errno: 1062 },
    },
    { errno: 1062, statement: 'INSERT users' },
  ],
  [
    'mysql2',
    {
      code: 'ER_DUP_ENTRY',
      errno: 1062,
      sqlState: '23000',
      sqlMessage: CANARY,
      sql: `UPDATE notes SET body = '${CANARY}'`,
    },
    { code: 'ER_DUP_ENTRY', errno: 1062, sqlState: '23000', statement: 'UPDATE notes' },
  ],
  [
    'SQLite',
    { code: 'ERR_SQLITE_ERROR', errcode: 2067, sql: 'SELECT n.id FROM notes n WHERE n.id = ?' },
    { code: 'ERR_SQLITE_ERROR', errcode: 2067, statement: 'SELECT notes' },
  ],
];

describe('loggable', () => {
  it.each(DATABASE_ERRORS)('reduces an error of %s to codes and a statement', (_, fields, kept) => {
    const error = Object.assign(new Error(`Duplicate entry ${CANARY}`), fields);
    const cleaned = loggable(error) as { stack: string; message?: string };
    expect(cleaned).toMatchObject({ type: 'Error', ...kept });
    expect(cleaned).not.toHaveProperty('message');
    expect(cleaned.stack).toContain('loggable.spec');
    expect(JSON.stringify(cleaned)).not.toContain(CANARY);
  });

  it('reduces causes and the errors of an AggregateError in the same way', () => {
    const inner = Object.assign(new Error(CANARY), { sql: `SELECT ${CANARY}` });
    const outer = new Error('The database does not respond', { cause: inner });
    expect(loggable(outer)).toMatchObject({
      message: 'The database does not respond',
      cause: { statement: 'SELECT' },
    });
    const text = line({ error: new AggregateError([outer], 'Both failed') });
    expect(text).toContain('The database does not respond');
    expect(text).not.toContain(CANARY);
  });

  it.each([
    [`Unexpected token 'c', "${CANARY}" is not valid JSON`, 'Unexpected token …'],
    [`Expected ',' or '}' after "{"password":"${CANARY}"}"`, 'Expected …'],
    [
      `Cannot connect to smtp://user:${CANARY}@mail.example:25`,
      'Cannot connect to smtp://…@mail.example:25',
    ],
    ['Unknown token aB3dE5fG7hJ9kL1mN3pQ in line 7', 'Unknown token … in line 7'],
    ["the user's row is gone", "the user's row is gone"],
  ])('cuts values out of the message %s', (message, kept) => {
    expect(loggable(new SyntaxError(message))).toMatchObject({
      type: 'SyntaxError',
      message: kept,
    });
  });

  it('does not take lines of a message for frames of the stack', () => {
    const error = new Error(`lines\n    at ${CANARY}\n    "at ${CANARY}`);
    expect((loggable(error) as { stack: string }).stack).not.toContain(CANARY);
  });

  it('does not log errors inside of what is logged as they are', () => {
    const failure = Object.assign(new Error('x'), { parameters: [CANARY] });
    expect(line({ message: 'It failed', list: [{ failure }] })).not.toContain(CANARY);
  });

  it('reduces objects of classes to the name of the class', () => {
    expect(loggable({ connection: new Connection(), at: [new Map([[CANARY, CANARY]])] })).toEqual({
      connection: '[Connection]',
      at: ['[Map]'],
    });
    expect(loggable(() => CANARY)).toBe('[function]');
  });

  it('keeps texts, numbers and plain objects', () => {
    const given = { message: 'request', status: 200, list: [1, null, true, { a: 'b' }] };
    expect(loggable(given)).toEqual(given);
  });

  it('ends with objects that contain themselves', () => {
    const ring: Record<string, unknown> = {};
    ring['ring'] = ring;
    const error = new Error('x');
    error.cause = error;
    expect(line({ ring, error }).length).toBeLessThan(10_000);
  });
});

describe('errorText', () => {
  it('prints an error in lines, without values', () => {
    const cause = Object.assign(new Error(CANARY), { errno: 1045, sqlState: '28000' });
    const text = errorText(new TypeError('The start failed', { cause }));
    expect(text).toMatch(/^TypeError: The start failed\n {2}cause: \{.*"errno":1045.*\n\s+at /);
    expect(text).not.toContain(CANARY);
    expect(errorText(CANARY)).toBe('A value of type string was thrown');
  });
});
