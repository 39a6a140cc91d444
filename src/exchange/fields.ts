import { isStorable } from '../http/input/storable-text.js';
import { codePoints, MAX_TEXT } from '../http/input/text-length.js';

/** A field of a line: the name of its type in docs/exchange.md, and the values that it accepts. */
export interface Field<T> {
  readonly type: string;
  readonly accepts: (value: unknown) => value is T;
}

const DAY_MS = 86_400_000;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const MAX_SHORT = 255;
// In characters, as in the interface.
const MAX_DESCRIPTION = MAX_TEXT;
const MAX_LONG = MAX_TEXT;

const field = <T>(type: string, accepts: (value: unknown) => boolean): Field<T> => ({
  type,
  accepts: accepts as Field<T>['accepts'],
});

const isText = (value: unknown): value is string => typeof value === 'string' && isStorable(value);
const hasAtMost = (max: number, value: string): boolean =>
  value.length <= max || (value.length <= 2 * max && codePoints(value) <= max);
const isShort = (value: string): boolean => hasAtMost(MAX_SHORT, value);

export const text = field<string>('text', (value) => isText(value) && isShort(value));
export const name = field<string>(
  'name',
  (value) => isText(value) && isShort(value) && value.trim() !== '',
);
/** A project, as the owner, a slash and the path. */
export const reference = field<string>(
  'reference',
  (value) => isText(value) && hasAtMost(2 * MAX_SHORT + 1, value),
);
/** The description of a project. Its lists are sent as a whole. */
export const description = field<string>(
  'description',
  (value) => isText(value) && hasAtMost(MAX_DESCRIPTION, value),
);
export const longText = field<string>(
  'long text',
  (value) => isText(value) && hasAtMost(MAX_LONG, value),
);
/** The body of a note. */
export const content = field<string>(
  'content',
  (value) => longText.accepts(value) && value.trim() !== '',
);
/** The columns of numbers that are not ids have 32 bits. */
export const integer = field<number>(
  'integer',
  (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31,
);
/** The number of an issue or merge request in its project. */
export const iid = field<number>('integer', (value) => integer.accepts(value) && value > 0);
/** A number by which lines refer to an earlier line. */
export const number = field<number>(
  'number',
  (value) => Number.isSafeInteger(value) && Number(value) > 0,
);
export const boolean = field<boolean>('boolean', (value) => typeof value === 'boolean');
/** In UTC with milliseconds, since 1970, as lists need it, and not in the future. */
export const time = field<string>(
  'time',
  (value) =>
    typeof value === 'string' &&
    TIME.test(value) &&
    Date.parse(value) >= 0 &&
    Date.parse(value) <= Date.now() + DAY_MS,
);

export const orNull = <T>({ type, accepts }: Field<T>): Field<T | null> =>
  field(`${type} or null`, (value) => value === null || accepts(value));

export const choice = <T extends string | number>(...values: T[]): Field<T> =>
  field(values.join(', '), (value) => values.includes(value as T));

/** An account at a directory. The optional fields are described in `Identity`. */
export interface IdentityOfLine {
  provider: string;
  extern_uid: string;
  unique_id?: string | null;
  login?: string | null;
  disabled_by?: string | null;
}

const isOptional = (value: unknown, max = MAX_SHORT): boolean =>
  value === undefined || value === null || (isText(value) && value !== '' && value.length <= max);

export const identities = field<IdentityOfLine[]>(
  'list',
  (value) =>
    Array.isArray(value) &&
    value.every((one: Partial<IdentityOfLine> | null) => {
      const { provider, extern_uid: uid, unique_id, login, disabled_by } = one ?? {};
      const isAccount = name.accepts(provider) && isText(uid) && uid !== '' && uid.length <= 512;
      return isAccount && isOptional(unique_id) && isOptional(login) && isOptional(disabled_by, 64);
    }),
);

export const counts = field<Record<string, number>>(
  'counts',
  (value) =>
    typeof value === 'object' && value !== null && Object.values(value).every(Number.isSafeInteger),
);
