import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { Field, type Schema } from '../schema/schema.js';
import { isBlank } from './blank-text.js';
import { UNREADABLE } from './declared-value.js';
import { isStorable } from './storable-text.js';
import { codePoints, exceedsRawLength, MAX_TEXT, MAX_WORD } from './text-length.js';

export interface ParamOptions {
  description: string;
  /** Default: true. Without a required parameter the request fails with `is missing`. */
  required?: boolean;
  example?: unknown;
  /** False: the default is for the document. A value that is not given remains undefined. */
  fillsDefault?: boolean;
  /** See `FieldOptions`. */
  isCommaList?: boolean;
}

/**
 * Declares a parameter: its schema, how to convert a value from the wire, and how to validate it. docs/decisions/0004 says
 * why it is one rule instead of @IsInt, @MaxLength and so on.
 */
export function param(
  { description, required = true, example, fillsDefault = true, isCommaList = false }: ParamOptions,
  schema: Schema,
  read: (raw: unknown) => unknown,
  problem: (value: unknown) => string | null,
): PropertyDecorator {
  const problemOf = (value: unknown) => {
    if (value === undefined) return required ? 'is missing' : null;
    return problem(value);
  };
  return applyDecorators(
    Field(
      { description, ...schema, ...(example === undefined ? {} : { examples: [example] }) },
      { required, isCommaList },
    ),
    // Reads the original value: if a subclass declares the parameter again, the inherited @Transform runs first.
    Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => {
      const value = obj[key] === undefined ? undefined : read(obj[key]);
      return value === undefined && fillsDefault ? schema.default : value;
    }),
    ValidateBy({
      name: 'param',
      validator: {
        validate: (value: unknown) => problemOf(value) === null,
        defaultMessage: (args) => problemOf(args?.value) ?? '',
      },
    }),
  );
}

export interface TextOptions extends ParamOptions {
  /** Code points. */
  max?: number;
  /** Code points. */
  min?: number;
  /** Accepts empty and blank texts. For an optional parameter, null then means the empty text. */
  blank?: boolean;
  /** Documents that null is accepted. */
  nullable?: boolean;
  singleLine?: boolean;
  /** Runs before validation. */
  normalize?: (text: string) => string;
  check?: (text: string) => string | null;
  format?: string;
  /** Documents `check`. By default, the document says whether blank texts and line breaks are accepted. */
  pattern?: string;
  /** Documents `check` with the formats of a valid text, instead of lengths and a pattern. */
  formats?: readonly string[];
}

/** Accepts strings and numbers. */
export function TextParam(options: TextOptions): PropertyDecorator {
  const {
    max = 255,
    min = 0,
    blank = false,
    normalize = (text) => text,
    required = true,
  } = options;
  const read = (raw: unknown) => {
    if (raw === null && !required) return blank ? '' : undefined;
    const text = typeof raw === 'number' ? fromNumber(raw) : raw;
    // The original of a text that is far too long exceeds `max` below, whatever it would be normalized to.
    if (typeof text !== 'string' || exceedsRawLength(text, max)) return text;
    return normalize(text);
  };
  const problem = (text: unknown) => {
    if (text === null) return "can't be blank";
    if (typeof text !== 'string' || !isStorable(text)) return 'is invalid';
    if (!blank && isBlank(text)) return "can't be blank";
    const length = codePoints(text);
    if (length > max) return `is too long (maximum is ${max} characters)`;
    if (length < min) return `is too short (minimum is ${min} characters)`;
    if (options.singleLine && /[\r\n]/.test(text)) return 'should be a single line';
    return options.check?.(text) ?? null;
  };
  const bounds = { ...(blank ? {} : { minLength: Math.max(1, min) }), maxLength: max };
  const format = options.format ? { format: options.format } : {};
  const shape = options.pattern ?? patternOf(blank, options.singleLine ?? false);
  const pattern = shape === undefined ? {} : { pattern: shape };
  const type = options.nullable ? ['string', 'null'] : 'string';
  const schema: Schema = options.formats
    ? { anyOf: options.formats.map((one) => ({ type, format: one })) }
    : { type, ...bounds, ...format, ...pattern };
  return param(options, schema, read, problem);
}

function patternOf(blank: boolean, singleLine: boolean): string | undefined {
  if (singleLine) return blank ? '^[^\\r\\n]*$' : '^[^\\r\\n]*\\S[^\\r\\n]*$';
  return blank ? undefined : '\\S';
}

/** True for a text that is short enough to be a number, a choice or a time. Longer ones are not even scanned. */
export const isWord = (raw: unknown): raw is string =>
  typeof raw === 'string' && !exceedsRawLength(raw, MAX_WORD);

/** Rejects numbers that JSON cannot represent exactly: the client wrote other digits. */
function fromNumber(value: number): unknown {
  const isExact = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
  return isExact ? String(value) : UNREADABLE;
}

interface IntegerOptions extends ParamOptions {
  min?: number;
  max?: number;
  /** The message for a value that is not an integer. */
  otherwise?: string;
  /** Value used for null or "". If unset, null and "" are treated as not given. */
  emptied?: number;
  /** Replaces a value above the maximum with the maximum, and one below the minimum with the default. */
  clamp?: boolean;
  default?: number;
}

/** Accepts integers and strings of decimal digits. */
export function IntegerParam(options: IntegerOptions): PropertyDecorator {
  const { min, max = 2 ** 31 - 1, clamp = false, otherwise = 'is invalid' } = options;
  const read = (raw: unknown) => {
    if (raw === null || raw === '') return options.required === false ? options.emptied : raw;
    const value = isWord(raw) && /^\s*[+-]?\d+\s*$/.test(raw) ? Number(raw) : raw;
    if (!clamp || !Number.isInteger(value)) return value;
    if ((value as number) < (min ?? -Infinity)) return options.default;
    return Math.min(value as number, max);
  };
  const problem = (value: unknown) => {
    if (!Number.isInteger(value)) return otherwise;
    if (min !== undefined && (value as number) < min)
      return `must be greater than or equal to ${min}`;
    return (value as number) > max ? 'is invalid' : null;
  };
  const bounds = {
    ...(min === undefined ? {} : { minimum: min }),
    maximum: max,
    ...(options.default === undefined ? {} : { default: options.default }),
  };
  const type = options.emptied === undefined ? 'integer' : ['integer', 'null'];
  return param(options, { type, ...bounds }, read, problem);
}

const TRUE = new Set(['true', 't', 'yes', 'y', '1', 'on']);
const FALSE = new Set(['false', 'f', 'no', 'n', '0', 'off']);

/** Accepts JSON booleans, 0 and 1, and words such as `yes` and `off` in any letter case. */
export function BooleanParam(
  options: ParamOptions & { only?: boolean; default?: boolean | undefined },
): PropertyDecorator {
  const read = (raw: unknown) => {
    if (raw === null || raw === '') return undefined;
    if (typeof raw === 'boolean') return raw;
    if (!isWord(raw) && typeof raw !== 'number') return UNREADABLE;
    const word = String(raw).toLowerCase();
    if (TRUE.has(word)) return true;
    return FALSE.has(word) ? false : UNREADABLE;
  };
  const problem = (value: unknown) => {
    if (typeof value !== 'boolean') return 'is invalid';
    if (options.only !== undefined && value !== options.only) return 'does not have a valid value';
    return null;
  };
  const schema: Schema = {
    type: 'boolean',
    ...(options.only === undefined ? {} : { enum: [options.only] as never }),
    ...(options.default === undefined ? {} : { default: options.default }),
  };
  return param(options, schema, read, problem);
}

/** Accepts one of the values. */
export function ChoiceParam<T extends string | number>(
  values: readonly T[],
  options: ParamOptions & {
    default?: T | undefined;
    otherwise?: string;
    aliases?: Record<string, T>;
  },
): PropertyDecorator {
  const numeric = typeof values[0] === 'number';
  const read = (raw: unknown) => {
    if (raw === null && options.required === false) return undefined;
    if (!isWord(raw)) return raw;
    if (numeric) return /^\d+$/.test(raw) ? Number(raw) : raw;
    return options.aliases && Object.hasOwn(options.aliases, raw) ? options.aliases[raw] : raw;
  };
  const problem = (value: unknown) =>
    values.includes(value as T) ? null : (options.otherwise ?? 'does not have a valid value');
  const type = numeric ? 'integer' : 'string';
  const preset = options.default === undefined ? {} : { default: options.default };
  return param(options, { type, enum: values, ...preset }, read, problem);
}

interface ListOptions extends ParamOptions {
  /** The schema of an item: an object whose fields are texts or such objects. */
  items: Schema;
  max: number;
}

/**
 * Accepts a list of objects: as JSON, as JSON text in forms and the query, and in a form also as `name[][field]=`. As
 * JSON, it has at most `MAX_TEXT` characters.
 */
export function ListParam({ items, max, ...options }: ListOptions): PropertyDecorator {
  const description = `${options.description} In a form, write it as JSON.`;
  const read = (raw: unknown) => (raw === null || raw === '' ? undefined : raw);
  const problem = (value: unknown) => {
    if (!Array.isArray(value)) return 'is invalid';
    if (value.length > max) return `is too long (maximum is ${max} items)`;
    const isLong = JSON.stringify(value).length > MAX_TEXT;
    return isLong ? `is too long (maximum is ${MAX_TEXT} characters)` : null;
  };
  return param({ ...options, description }, { type: 'array', items, maxItems: max }, read, problem);
}
