import type { Changes } from './user-changes.js';

/** Why a field follows the entry, in the words of the entry. */
const ATTRIBUTES = { username: 'username', email: 'e-mail address', name: 'name' } as const;

/**
 * Why the directory makes these changes, such as `the entry is back, the entry has another name`. Reports and records
 * show it. Empty if nothing changes.
 *
 * @param cause why the directory no longer lets the user in
 */
export function changeReason(changes: Changes, cause: string | null): string {
  const { state, extern_uid, unique_id, email, confirmed_at, admin, external } = changes;
  // Next to a block, nothing else matters.
  if (state?.to === 'ldap_blocked') return String(cause);
  const reasons = [
    ...(state ? ['the entry is back'] : []),
    ...(unique_id ? ['the entry is found for the first time'] : []),
    ...(extern_uid ? ['the entry has another DN'] : []),
    ...attributeReasons(changes),
    ...(confirmed_at && !email ? ['the entry has the e-mail address'] : []),
    ...(admin ? [matching(admin.to === true, 'LDAP_ADMIN_FILTER')] : []),
    ...(external ? [matching(external.to === true, 'LDAP_EXTERNAL_FILTER')] : []),
  ];
  return reasons.join(', ');
}

function attributeReasons(changes: Changes): string[] {
  return Object.entries(ATTRIBUTES)
    .filter(([field]) => field in changes)
    .map(([, attribute]) => `the entry has another ${attribute}`);
}

const matching = (matches: boolean, setting: string): string =>
  `the entry ${matches ? 'matches' : 'does not match'} ${setting}`;
