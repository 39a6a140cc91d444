import { EqualityFilter, type Entry, type Filter } from 'ldapts';
import { valuesOf } from './directory-entry.js';
import { normalizeDn } from './normalize-dn.js';

/** The attribute of a group that `primaryGroupFilter` reads, as bytes. */
export const SID = 'objectSid';
/** The attribute of an account with the last number of its primary group's objectSid. */
export const PRIMARY_GROUP = 'primaryGroupID';
/** The last number of an objectSid has four bytes. */
const RID_BYTES = 4;

/**
 * Finds the accounts whose primary group this is. Active Directory lists the primary group neither in `memberOf` nor
 * among the members of the group. Null if the objectSid cannot be read.
 */
export function primaryGroupFilter(group: Entry): Filter | null {
  const [sid] = valuesOf(group, SID);
  if (!sid || sid.length < RID_BYTES) return null;
  const value = String(sid.readUInt32LE(sid.length - RID_BYTES));
  return new EqualityFilter({ attribute: PRIMARY_GROUP, value });
}

/** Groups of two domains can have the same number. */
export const isInDomainOf = (dn: string, group: string): boolean =>
  domainOf(dn) === domainOf(group);

const domainOf = (dn: string): string => /(?:^|(?<!\\),)(dc=.*)$/.exec(normalizeDn(dn))?.[1] ?? '';
