import { usernameProblem } from '../../features/users/user-name.js';

const MAX_LENGTH = 255;
/** Characters of a name that are read. Normalizing takes quadratic time for a text of combining marks. */
const MAX_RAW = 4 * MAX_LENGTH;
/** For a name of which nothing is left. */
const NAMELESS = 'member';
/** Only then random numbers: thousands of names in another script all become the same. */
const NUMBERS_IN_ORDER = 9;
const RANDOM_NUMBERS = 20;
const RANDOM_FROM = 100_000;
const RANDOM_BELOW = 1_000_000;

/** True if the name can be a username as it is. */
export const isUsername = (name: string): boolean =>
  name.length <= MAX_LENGTH && usernameProblem(name) === null;

/**
 * The usernames that a person with this name can get, best first. A valid name is the only candidate: if a user has it,
 * the person may be that user, which only an administrator can decide.
 *
 * @param random returns an integer from the first number to below the second
 */
export function* usernamesFor(
  name: string,
  random: (from: number, below: number) => number,
): Generator<string> {
  if (isUsername(name)) {
    yield name;
    return;
  }
  const base = replaceInvalid(name);
  if (isUsername(base)) yield base;
  for (let number = 1; number <= NUMBERS_IN_ORDER; number++) yield withNumber(base, number);
  for (let i = 0; i < RANDOM_NUMBERS; i++)
    yield withNumber(base, random(RANDOM_FROM, RANDOM_BELOW));
}

/** Letters lose their accents; every other character that is not allowed becomes `-`. The result may be reserved. */
function replaceInvalid(name: string): string {
  const allowed = name
    .slice(0, MAX_RAW)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_.-]/gu, '-')
    .slice(0, MAX_LENGTH)
    .replace(/\.+$/, '')
    .replace(/\.(git|atom)$/i, '-$1')
    .replace(/^-+/, '');
  return allowed === '' ? NAMELESS : allowed;
}

const withNumber = (base: string, number: number): string => {
  const suffix = String(number);
  return base.slice(0, MAX_LENGTH - suffix.length) + suffix;
};
