/** The attributes by which directories mark a disabled account. */
export type DisabledSign = keyof typeof SIGNS;

const DAY_MS = 86_400_000;
const ACCOUNT_DISABLE = 2;

/** Each returns true if the value marks a disabled account. */
const SIGNS = {
  /** Active Directory: a set of bits. */
  userAccountControl: (value: string) => (Number(value) & ACCOUNT_DISABLE) !== 0,
  /** The day since 1970 from which the account has expired, -1 for never. pam_unix reads 0 as expired, too. */
  shadowExpire: (value: string, now: number) =>
    /^\d+$/.test(value) && now >= Number(value) * DAY_MS,
  /** OpenLDAP's password policy: this time means locked until an administrator unlocks it. */
  pwdAccountLockedTime: (value: string) => value === '000001010000Z',
  /** 389 Directory Server and FreeIPA. */
  nsAccountLock: (value: string) => value.toLowerCase() === 'true',
  /** authentik. */
  'ak-active': (value: string) => value.toLowerCase() === 'false',
};

/** Signs that every account has in directories of their kind. */
export const ALWAYS_THERE: ReadonlySet<DisabledSign> = new Set<DisabledSign>([
  'userAccountControl',
  'ak-active',
]);

/** Why an account is disabled. */
export interface Disabled {
  sign: DisabledSign;
  /** Such as `nsAccountLock is TRUE`. */
  reason: string;
}

/** @returns null if the account is not disabled */
export function disabledBy(
  signs: readonly DisabledSign[],
  valueOf: (attribute: string) => string | null,
  now: number,
): Disabled | null {
  for (const sign of signs) {
    const value = valueOf(sign);
    if (value !== null && SIGNS[sign](value, now)) return { sign, reason: `${sign} is ${value}` };
  }
  return null;
}
