import { sourceName } from './class-name.js';
import { LoggableError } from './loggable-error.js';
import { replyCodeOf } from './reply-code.js';
import { statementName } from './statement-name.js';

/** Deeper objects are cut off. */
const MAX_DEPTH = 5;

const FRAME = /^\s+at .*:\d+(:\d+)?\)?$/;

const CODES = [
  ...['code', 'originalCode', 'errno', 'errcode', 'sqlState', 'responseCode'],
  ...['syscall', 'command'],
];

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
  if (prototype !== Object.prototype && prototype !== null)
    return `[${sourceName(value.constructor.name)}]`;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, loggable(item, depth - 1)]),
  );
}

/**
 * What the log may contain of an error, with its causes. The message only of a `LoggableError`: libraries and other
 * servers repeat in theirs what they were given, such as a link, an address or a password.
 */
function describeError(error: Error, depth = MAX_DEPTH): Record<string, unknown> {
  const fields = error as unknown as Record<string, unknown>;
  return {
    type: typeOf(error),
    ...codesOf(fields),
    ...statementOf(fields),
    ...(error instanceof LoggableError ? { message: error.message } : {}),
    stack: framesOf(error),
    ...nested(fields, depth - 1),
  };
}

/** Most classes set no name. The message is often missing, so the class has to say what it is. */
function typeOf({ name, constructor }: Error): string {
  const { name: ofClass } = Object(constructor) as { name?: unknown };
  const type: unknown = name === 'Error' ? ofClass : name;
  return typeof type === 'string' && /^\w{1,60}$/.test(type) ? sourceName(type) : 'Error';
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
  const named = CODES.map((name) => [name, source[name]] as const);
  const codes = Object.fromEntries(named.filter(([, value]) => isCode(value)));
  return { ...codes, ...replyCodeOf(fields) };
}

const isCode = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^[\w -]{1,40}$/.test(value));

function statementOf({ sql, query }: Record<string, unknown>): { statement?: string } {
  const text = typeof sql === 'string' ? sql : query;
  return typeof text === 'string' ? { statement: statementName(text) } : {};
}

/** What the log may contain of an error, in a few words: its message, or its type and codes. */
export function errorReason(error: unknown): string {
  if (error instanceof LoggableError) return error.message;
  if (!(error instanceof Error)) return `a value of type ${typeof error}`;
  const codes = Object.entries(codesOf(error as unknown as Record<string, unknown>));
  return [typeOf(error), ...codes.map(([name, value]) => `${name} ${String(value)}`)].join(', ');
}

/** Without the message, which is the first part of a stack. Its lines may look like frames. */
function framesOf({ message, stack = '' }: Error): string {
  const at = message === '' ? -1 : stack.indexOf(message);
  return (at < 0 ? stack : stack.slice(at + message.length))
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
