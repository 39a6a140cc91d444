import { LoggableError } from './loggable-error.js';
import { errorReason, errorText, loggable } from './loggable.js';

const CANARY = 'canary-4711';
const line = (value: unknown) => JSON.stringify(loggable(value));

class Connection {
  readonly password = CANARY;
}

class Lost extends LoggableError {}

/** As the libraries for mail and Redis make them, and Node. */
const FOREIGN_ERRORS: [string, Error, object][] = [
  [
    'a mail server',
    Object.assign(new Error(`Message failed: 554 5.7.1 blocked URL ${CANARY}`), {
      ...{ code: 'EMESSAGE', responseCode: 554, command: 'DATA' },
      response: `554 5.7.1 Message contains blocked URL ${CANARY}`,
    }),
    { code: 'EMESSAGE', responseCode: 554, command: 'DATA', enhancedCode: '5.7.1' },
  ],
  [
    'a mail server in several lines',
    Object.assign(new Error(CANARY), { response: `550-5.1.1 ${CANARY}\n550 5.1.1 unknown` }),
    { enhancedCode: '5.1.1' },
  ],
  [
    'a mail server without an enhanced code',
    Object.assign(new Error(CANARY), { responseCode: 550, response: `550 5.1.${CANARY}` }),
    { responseCode: 550 },
  ],
  [
    'Redis',
    Object.assign(new Error(`WRONGPASS ${CANARY}`), { name: 'ReplyError' }),
    { type: 'ReplyError', reply: 'WRONGPASS' },
  ],
  [
    'Redis with an unknown word',
    Object.assign(new Error(`SECRET ${CANARY}`), { name: 'ReplyError' }),
    { type: 'ReplyError' },
  ],
  [
    'a library that uses up its attempts',
    Object.assign(new Error(`connect ${CANARY}`), { code: 'ESOCKET', originalCode: 'EPIPE' }),
    { code: 'ESOCKET', originalCode: 'EPIPE' },
  ],
  ['JSON.parse', new SyntaxError(`Unexpected token 'c', "${CANARY}" is not valid JSON`), {}],
  ['a program', new TypeError(`Cannot read properties of undefined (reading ${CANARY})`), {}],
  ['a class without a name', new (class Odd extends Error {})(CANARY), { type: 'Odd' }],
];

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
    const outer = new Lost('The database does not respond', { cause: inner });
    expect(loggable(outer)).toMatchObject({
      message: 'The database does not respond',
      cause: { statement: 'SELECT' },
    });
    const text = line({ error: new AggregateError([outer], 'Both failed') });
    expect(text).toContain('The database does not respond');
    expect(text).not.toContain(CANARY);
  });

  it.each(FOREIGN_ERRORS)('reduces an error of %s to its type and codes', (_, error, kept) => {
    const cleaned = loggable(error) as Record<string, unknown>;
    const { type = error.name, ...codes } = kept as { type?: string };
    expect(cleaned).toEqual({ type, ...codes, stack: cleaned['stack'] });
    expect(JSON.stringify(cleaned)).not.toContain(CANARY);
  });

  it('keeps the message of an error of the service', () => {
    expect(loggable(new Lost('The user row is gone'))).toMatchObject({
      ...{ type: 'Lost', message: 'The user row is gone' },
    });
  });

  it('does not take lines of a message for frames of the stack', () => {
    const error = new Error(`lines\n    at ${CANARY}\n    at ${CANARY}:1:2`);
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
    const text = errorText(new Lost('The start failed', { cause }));
    expect(text).toMatch(/^Lost: The start failed\n {2}cause: \{.*"errno":1045.*\n\s+at /);
    expect(text).not.toContain(CANARY);
    expect(errorText(CANARY)).toBe('A value of type string was thrown');
  });
});

describe('errorReason', () => {
  it.each([
    [new Lost('The run was stopped'), 'The run was stopped'],
    [Object.assign(new Error(CANARY), { code: 'ECONNREFUSED' }), 'Error, code ECONNREFUSED'],
    [new RangeError(CANARY), 'RangeError'],
    [CANARY, 'a value of type string'],
  ])('is one line without values: %#', (error, reason) => {
    expect(errorReason(error)).toBe(reason);
  });
});
