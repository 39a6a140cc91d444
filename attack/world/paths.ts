import type { Operation } from '../operations.js';
import type { Item, Place, World } from './world.js';

/** Values of path parameters by name. They replace those of existing rows. */
type PathIds = Record<string, string | number>;

/** The path of the operation with ids of existing rows. The given ids are already encoded. */
export function pathOf(
  { template }: Operation,
  world: World,
  place: Place = world.open,
  ids: PathIds = {},
): string {
  const all = { ...idsOf(template, world, place), ...ids };
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(all[name] ?? ''));
}

function idsOf(template: string, world: World, place: Place): PathIds {
  const item = itemOf(template, place);
  const { guest, owner } = world.people;
  return {
    id: ownIdOf(template, world, place),
    ...{ issue_id: item.id, snippet_id: item.id, merge_request_id: item.id, note_id: item.note },
    award_id: template.includes('/notes/') ? item.noteAward : item.award,
    ...{ user_id: guest.id, uid: owner.id, provider: 'ldap', file: '1.svg' },
    username: owner.username,
    // Pages have the numbers of a project in their paths. Its first issue and merge request have the number 1.
    ...{ owner: owner.username, project: place.path },
    number: template.includes('/snippets/') ? item.id : 1,
  };
}

/** `{id}` is the id of a project, a key, an address or a user. */
function ownIdOf(template: string, world: World, place: Place): number {
  if (template.includes('/projects/')) return place.id;
  if (template.includes('/keys/{')) return world.key;
  if (template.includes('/emails/{')) return world.email;
  return world.people.guest.id;
}

function itemOf(template: string, place: Place): Item {
  if (template.includes('/snippets/')) return place.snippet;
  return template.includes('/merge_requests/') ? place.mergeRequest : place.issue;
}
