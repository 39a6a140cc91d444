import type { DirectoryConfig } from '../config/config.js';
import type { Changes } from './user-changes.js';

/** Why a field follows the entry, in the words of the entry. */
const ATTRIBUTES = { username: 'username', email: 'e-mail address', name: 'name' } as const;

type Groups = Pick<DirectoryConfig, 'adminGroup' | 'externalGroup'>;

/**
 * Why the directory makes these changes, such as `the entry is back, the entry has another name`. Reports and records
 * show it. Empty if nothing changes.
 *
 * @param cause why the directory no longer lets the user in
 */
export function changeReason(changes: Changes, groups: Groups, cause: string | null): string {
  const { state, extern_uid, unique_id, email, confirmed_at, admin, external } = changes;
  // Next to a block, nothing else matters.
  if (state?.to === 'ldap_blocked') return String(cause);
  const reasons = [
    ...(state ? ['the entry is back'] : []),
    ...(unique_id ? ['the entry is found for the first time'] : []),
    ...(extern_uid ? ['the entry has another DN'] : []),
    ...attributeReasons(changes),
    ...(confirmed_at && !email ? ['the entry has the e-mail address'] : []),
    ...(admin ? [membership(admin.to === true, groups.adminGroup)] : []),
    ...(external ? [membership(external.to === true, groups.externalGroup)] : []),
  ];
  return reasons.join(', ');
}

function attributeReasons(changes: Changes): string[] {
  return Object.entries(ATTRIBUTES)
    .filter(([field]) => field in changes)
    .map(([, attribute]) => `the entry has another ${attribute}`);
}

const membership = (isMember: boolean, group: string | null): string =>
  `the entry is ${isMember ? '' : 'not '}in the group ${String(group)}`;
