import type { DirectoryConfig } from '../../base/config/config.js';
import type { DisabledSign } from './disabled.js';

/** What a kind of directory calls things. Of several attributes, the first that has a value counts. */
export interface Preset {
  username: string;
  email: string;
  name: readonly string[];
  /** An id that survives renames and moves. */
  uniqueId: string;
  filter: string;
  disabled: readonly DisabledSign[];
}

export const PRESETS: Record<DirectoryConfig['preset'], Preset> = {
  openldap: {
    username: 'uid',
    email: 'mail',
    name: ['displayName', 'cn'],
    uniqueId: 'entryUUID',
    filter: '(objectClass=person)',
    disabled: ['shadowExpire', 'pwdAccountLockedTime'],
  },
  'active-directory': {
    username: 'sAMAccountName',
    email: 'mail',
    name: ['displayName', 'cn'],
    uniqueId: 'objectGUID',
    filter: '(&(objectCategory=person)(objectClass=user))',
    disabled: ['userAccountControl'],
  },
  freeipa: {
    username: 'uid',
    email: 'mail',
    name: ['displayName', 'cn'],
    uniqueId: 'ipaUniqueID',
    filter: '(objectClass=person)',
    disabled: ['nsAccountLock'],
  },
  '389-ds': {
    username: 'uid',
    email: 'mail',
    name: ['displayName', 'cn'],
    uniqueId: 'nsUniqueId',
    // Its own tools make accounts without the class person.
    filter: '(|(objectClass=person)(objectClass=nsPerson))',
    disabled: ['nsAccountLock', 'shadowExpire'],
  },
  authentik: {
    // Its attribute `uid` is the unique id.
    username: 'cn',
    email: 'mail',
    name: ['displayName', 'name', 'cn'],
    uniqueId: 'uid',
    filter: '(objectClass=user)',
    disabled: ['ak-active'],
  },
  lldap: {
    username: 'uid',
    email: 'mail',
    name: ['cn', 'uid'],
    uniqueId: 'entryUUID',
    filter: '(objectClass=person)',
    disabled: [],
  },
};

/** The preset of a directory with the attributes and the filter that its settings override. */
export function presetOf({ preset, attributes, filter }: DirectoryConfig): Preset {
  const base = PRESETS[preset];
  return {
    ...base,
    username: attributes.username ?? base.username,
    email: attributes.email ?? base.email,
    name: attributes.name === null ? base.name : [attributes.name],
    uniqueId: attributes.uniqueId ?? base.uniqueId,
    filter: filter ?? base.filter,
  };
}
