import type { Entry } from 'ldapts';
import { disabledBy, type Disabled } from './disabled.js';
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
  /** What `memberUid` of a group can name. Empty if the preset reads groups otherwise. */
  uids: string[];
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
    ...[preset.username, preset.email, ...preset.name, preset.uniqueId],
    ...[...preset.disabled, ...uidsOf(preset)],
  ]),
];

/** The attribute that groups refer to, whichever attribute the username comes from. */
const uidsOf = ({ groups }: Preset): string[] => (groups === 'members' ? ['uid'] : []);

/** Reads an entry whose attributes were requested as bytes. */
export function toDirectoryEntry(preset: Preset, entry: Entry, now: number): DirectoryEntry {
  const text = (attribute: string) => valuesOf(entry, attribute)[0]?.toString('utf8') ?? null;
  const nameOf = (attributes: readonly string[]) =>
    attributes.map((attribute) => text(attribute)?.trim()).find(Boolean) ?? null;
  const uniqueId = valuesOf(entry, preset.uniqueId)[0];
  return {
    dn: entry.dn,
    uniqueId: uniqueId?.length ? uniqueIdText(preset.uniqueId, uniqueId) : null,
    username: text(preset.username) || null,
    email: text(preset.email)?.trim() || null,
    name: nameOf(preset.name),
    uids: uidsOf(preset).flatMap((name) => valuesOf(entry, name).map(String)),
    disabled: disabledBy(preset.disabled, text, now),
  };
}

/** Servers return attribute names in a letter case of their own. */
export function valuesOf(entry: Entry, attribute: string): Buffer[] {
  const wanted = attribute.toLowerCase();
  const key = Object.keys(entry).find((name) => name !== 'dn' && name.toLowerCase() === wanted);
  const found = key === undefined ? [] : entry[key];
  return [found ?? []].flat().map((value) => Buffer.from(value as string));
}
