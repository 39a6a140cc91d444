import { statementName } from './statement-name.js';

/** Deeper objects are cut off. */
const MAX_DEPTH = 5;

/** Keys that only errors of databases and their drivers have. */
const OF_DATABASE = [
  'query',
  'parameters',
  'sql',
  'driverError',
  'sqlMessage',
  'sqlState',
  'errcode',
];

/** A line of a stack. Lines of a message that look like one have no position at their end. */
const FRAME = /^\s+at .*:\d+(:\d+)?\)?$/;

/**
 * What the log may contain of a value. Errors are reduced to their type, codes, statement and place in the program.
 * Objects of classes are reduced to the name of the class: a request, a connection or a configuration contains secrets.
 */
export function loggable(value: unknown, depth = MAX_DEPTH): unknown {
  if (typeof value === 'function') return '[function]';
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return describeError(value, depth);
  if (depth === 0) return '[object]';
  if (Array.isArray(value)) return value.map((item: unknown) => loggable(item, depth - 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `[${value.constructor.name}]`;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, loggable(item, depth - 1)]),
  );
}

/** What the log may contain of an error, with its causes. No values of statements, no texts that a client sent. */
export function describeError(error: Error, depth = MAX_DEPTH): Record<string, unknown> {
  const fields = error as unknown as Record<string, unknown>;
  const isOfDatabase = OF_DATABASE.some((key) => key in error);
  return {
    type: error.name,
    ...codesOf(fields),
    ...(isOfDatabase ? statementOf(fields) : { message: withoutValues(error.message) }),
    stack: framesOf(error),
    ...nested(fields, depth - 1),
  };
}

/** For a terminal: what `describeError` returns, in lines. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return `A value of type ${typeof error} was thrown`;
  const { type, message, stack, cause, errors, ...codes } = describeError(error);
  const details = Object.entries({
    ...codes,
    ...(cause ? { cause } : {}),
    ...(errors ? { errors } : {}),
  }).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`);
  const title = typeof message === 'string' ? `${String(type)}: ${message}` : String(type);
  return [title, ...details, String(stack)].join('\n');
}

/** Numbers and words that say which error it is, such as `code` ER_DUP_ENTRY and `errno` 1062. */
function codesOf(fields: Record<string, unknown>): Record<string, unknown> {
  const inner = fields['driverError'];
  const source = typeof inner === 'object' && inner !== null ? { ...inner, ...fields } : fields;
  const named = ['code', 'errno', 'errcode', 'sqlState', 'responseCode', 'syscall', 'command'].map(
    (name) => [name, source[name]] as const,
  );
  return Object.fromEntries(named.filter(([, value]) => isCode(value)));
}

const isCode = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^[\w -]{1,40}$/.test(value));

function statementOf({ sql, query }: Record<string, unknown>): { statement?: string } {
  const text = typeof sql === 'string' ? sql : query;
  return typeof text === 'string' ? { statement: statementName(text) } : {};
}

/** A message that the log may contain as a text. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? withoutValues(error.message) : `a value of type ${typeof error}`;

/**
 * Libraries quote what they were given, up to the end of the message, and repeat URLs with their password. Some repeat it
 * without quotes: long words with digits look like tokens, keys and hashes.
 */
function withoutValues(message: string): string {
  return message
    .replace(/(?<!\w)['"`].*$/s, '…')
    .replace(/:\/\/[^/\s]*@/g, '://…@')
    .replace(/[\w+=-]{16,}/g, (word) => (/\d/.test(word) ? '…' : word));
}

/** Without the message, which is the first part of a stack. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => FRAME.test(line))
    .join('\n');
}

function nested({ cause, errors }: Record<string, unknown>, depth: number): object {
  if (depth <= 0) return {};
  return {
    ...(cause instanceof Error ? { cause: describeError(cause, depth) } : {}),
    ...(Array.isArray(errors)
      ? {
          errors: errors
            .filter((one) => one instanceof Error)
            .map((one) => describeError(one, depth)),
        }
      : {}),
  };
}
