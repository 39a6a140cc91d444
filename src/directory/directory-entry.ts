import type { Entry } from 'ldapts';
import { disabledBy } from './disabled.js';
import type { Preset } from './presets.js';
import { uniqueIdText } from './unique-id.js';

/** A person in a directory. Null: the entry lacks the attribute. */
export interface DirectoryEntry {
  dn: string;
  /** Identifies the person through renames and moves. */
  uniqueId: string | null;
  username: string | null;
  email: string | null;
  name: string | null;
  /** Why the account is disabled there; null if it is not. */
  disabled: string | null;
}

/** An entry that can belong to a user. */
export type IdentifiedEntry = DirectoryEntry & { uniqueId: string };

export const isIdentified = (entry: DirectoryEntry): entry is IdentifiedEntry =>
  entry.uniqueId !== null;

/** The attributes that `toDirectoryEntry` needs. */
export const requestedAttributes = (preset: Preset): string[] => [
  ...[preset.username, preset.email, ...preset.name, preset.uniqueId],
  ...preset.disabled,
];

/** Reads an entry whose attributes were requested as bytes. */
export function toDirectoryEntry(preset: Preset, entry: Entry, now: number): DirectoryEntry {
  const text = (attribute: string) => firstValue(entry, attribute)?.toString('utf8') ?? null;
  const nameOf = (attributes: readonly string[]) =>
    attributes.map((attribute) => text(attribute)?.trim()).find(Boolean) ?? null;
  const uniqueId = firstValue(entry, preset.uniqueId);
  return {
    dn: entry.dn,
    uniqueId: uniqueId?.length ? uniqueIdText(preset.uniqueId, uniqueId) : null,
    username: text(preset.username) || null,
    email: text(preset.email)?.trim() || null,
    name: nameOf(preset.name),
    disabled: disabledBy(preset.disabled, text, now),
  };
}

/** Servers return attribute names in a letter case of their own. */
function firstValue(entry: Entry, attribute: string): Buffer | undefined {
  const wanted = attribute.toLowerCase();
  const key = Object.keys(entry).find((name) => name !== 'dn' && name.toLowerCase() === wanted);
  const found = key === undefined ? undefined : entry[key];
  const value = Array.isArray(found) ? found[0] : found;
  return value === undefined ? undefined : Buffer.from(value as string);
}
