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

/** Signs that every account has in directories of their kind. If one is missing, the account of the service may not read it. */
const ALWAYS_THERE: readonly DisabledSign[] = ['userAccountControl', 'ak-active'];

/** @returns the sign that cannot be read: nobody knows whether the account is disabled. Null if there is none. */
export const hiddenSign = (
  signs: readonly DisabledSign[],
  valueOf: (attribute: string) => string | null,
): DisabledSign | null =>
  signs.find((sign) => ALWAYS_THERE.includes(sign) && valueOf(sign) === null) ?? null;

/** @returns why the account is disabled, such as `nsAccountLock is TRUE`; null if it is not */
export function disabledBy(
  signs: readonly DisabledSign[],
  valueOf: (attribute: string) => string | null,
  now: number,
): string | null {
  for (const sign of signs) {
    const value = valueOf(sign);
    if (value !== null && SIGNS[sign](value, now)) return `${sign} is ${value}`;
  }
  return null;
}
