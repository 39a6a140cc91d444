import type { Entry } from 'ldapts';
import { isBlank } from '../../http/input/blank-text.js';
import { disabledBy, type Disabled } from './disabled.js';
import { isNamedBy } from './normalize-dn.js';
import type { Preset } from './presets.js';
import { uniqueIdText } from './unique-id.js';

/**
 * A person in a directory. Null or an empty list: the entry lacks the attribute. The values of an attribute have no order:
 * another server, or the same one after a change, can return them in another.
 */
export interface DirectoryEntry {
  dn: string;
  /** Identifies the person through renames and moves. */
  uniqueId: string | null;
  /** The one that names the entry comes first. */
  usernames: string[];
  emails: string[];
  names: string[];
  /** Why the account is disabled there; null if it is not. */
  disabled: Disabled | null;
}

/** An entry that can belong to a user. */
export type IdentifiedEntry = DirectoryEntry & { uniqueId: string };

export const isIdentified = (entry: DirectoryEntry): entry is IdentifiedEntry =>
  entry.uniqueId !== null;

/** The attributes that `toDirectoryEntry` needs. */
export const requestedAttributes = (preset: Preset): string[] => [
  ...new Set([
    ...[preset.username, preset.email, ...preset.name, preset.uniqueId, ...preset.disabled],
  ]),
];

/** Reads an entry whose attributes were requested as bytes. */
export function toDirectoryEntry(preset: Preset, entry: Entry, now: number): DirectoryEntry {
  const texts = (attribute: string) =>
    valuesOf(entry, attribute).map((value) => value.toString('utf8'));
  const trimmed = (attribute: string) =>
    texts(attribute).flatMap((value) => (isBlank(value) ? [] : [value.trim()]));
  const isNaming = (name: string) => isNamedBy(entry.dn, preset.username, name);
  const usernames = texts(preset.username).filter(Boolean);
  const uniqueId = valuesOf(entry, preset.uniqueId)[0];
  return {
    dn: entry.dn,
    uniqueId: uniqueId?.length ? uniqueIdText(preset.uniqueId, uniqueId) : null,
    usernames:
      usernames.length > 1
        ? [...usernames.filter(isNaming), ...usernames.filter((name) => !isNaming(name))]
        : usernames,
    emails: trimmed(preset.email),
    names: preset.name.map(trimmed).find((names) => names.length > 0) ?? [],
    disabled: disabledBy(preset.disabled, (sign) => texts(sign)[0] ?? null, now),
  };
}

/** Servers return attribute names in a letter case of their own. */
export function valuesOf(entry: Entry, attribute: string): Buffer[] {
  const wanted = attribute.toLowerCase();
  const key = Object.keys(entry).find((name) => name !== 'dn' && name.toLowerCase() === wanted);
  const found = key === undefined ? [] : entry[key];
  return [found ?? []].flat().map((value) => Buffer.from(value as string));
}
