import type { Reader } from './readers.js';

/** One environment variable. Config, error messages and documents are all derived from it. */
export interface Setting<T> {
  description: string;
  expected: string;
  /** As written in the environment. Empty if there is no default. */
  default: string;
  /** What happens without the variable, if that is not a fixed default. */
  whenUnset?: string;
  /** True if the value must not be shown. `NAME_FILE` can then name a file that contains it. */
  isSecret: boolean;
  /** Empty text counts as unset. */
  read(text: string): T;
}

export type ValueOf<S> = S extends Setting<infer T> ? T : never;

export function setting<T>(
  reader: Reader<T>,
  defaultText: string,
  description: string,
): Setting<T> {
  return {
    description,
    expected: reader.expected,
    isSecret: reader.isConfidential ?? false,
    default: defaultText,
    read: (text) => reader.read(text || defaultText),
  };
}

export function optional<T>(
  reader: Reader<T>,
  whenUnset: string,
  description: string,
): Setting<T | null> {
  return {
    description,
    expected: reader.expected,
    isSecret: reader.isConfidential ?? false,
    default: '',
    whenUnset,
    read: (text) => (text ? reader.read(text) : null),
  };
}
