import type { ProjectRow } from './projects.repository.js';

const FIELDS = ['name', 'path', 'visibility_level'] as const;

/** The details of an audit event. Null if nothing has changed. Of a description it has no text. */
export function changesOf(before: ProjectRow, after: ProjectRow): object | null {
  const { owner_id: id, owner_username: username, name } = before;
  const changed = FIELDS.filter((field) => before[field] !== after[field]);
  const isDescriptionNew = before.description !== after.description;
  if (changed.length === 0 && !isDescriptionNew) return null;
  const changes = Object.fromEntries(
    changed.map((field) => [field, { from: before[field], to: after[field] }]),
  );
  return {
    ...{ name, owner: { id, username }, changes },
    ...(isDescriptionNew ? { description_changed: true } : {}),
  };
}
