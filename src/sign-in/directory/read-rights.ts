import type { DirectoryConfig } from '../../base/config/config.js';
import { DirectoryUnavailable } from '../ldap/directory-errors.js';
import type { DirectorySession } from '../ldap/directory-session.js';
import type { IdentifiedEntry } from '../ldap/directory-entry.js';
import type { DirectoryUser } from './directory-users.repository.js';
import type { Reading, Rights } from './user-changes.js';

export type RightsOf = (entry: IdentifiedEntry) => Rights;

type FilterSettings = Pick<DirectoryConfig, 'adminFilter' | 'externalFilter'>;

interface RightFilter {
  right: keyof Rights;
  setting: string;
  filter: string;
}

/**
 * Reads who matches the filters of the settings.
 *
 * @param warn gets the reason if a filter decides nothing: it matches nobody, or the directory cannot evaluate it
 * @throws DirectoryUnavailable the directory did not respond
 */
export async function readRights(
  session: DirectorySession,
  settings: FilterSettings,
  warn: (reason: string) => void,
): Promise<RightsOf> {
  const idsOf = async ({ setting, filter }: RightFilter) => {
    const ids = await session.uniqueIdsMatching(filter);
    if (ids.size > 0) return ids;
    warn(matchesNobody(setting));
    return null;
  };
  const { admin, external } = await evaluate(settings, idsOf, warn);
  return ({ uniqueId }) => ({
    admin: admin && admin.has(uniqueId),
    external: external && external.has(uniqueId),
  });
}

/**
 * What the filters say about one entry. Costs little, however many people match: only before a right is taken away, a
 * search finds out whether the filter matches anybody.
 *
 * @param user the user of the entry, if there is one
 */
function readRightsOf(
  session: DirectorySession,
  user: DirectoryUser | null,
  entry: IdentifiedEntry,
  settings: FilterSettings,
  warn: (reason: string) => void,
): Promise<Rights> {
  const holds = { admin: user?.admin === 1, external: user?.is_external === 1 };
  const matches = async ({ right, setting, filter }: RightFilter) => {
    if (await session.matches(entry, filter)) return true;
    if (!holds[right]) return null;
    if (await session.hasPeopleMatching(filter)) return false;
    warn(matchesNobody(setting));
    return null;
  };
  return evaluate(settings, matches, warn);
}

/** @param evaluateOne returns null if the filter decides nothing */
async function evaluate<Result>(
  { adminFilter, externalFilter }: FilterSettings,
  evaluateOne: (filter: RightFilter) => Promise<Result | null>,
  warn: (reason: string) => void,
): Promise<Record<keyof Rights, Result | null>> {
  const resultOf = async (right: keyof Rights, setting: string, filter: string | null) => {
    if (filter === null) return null;
    try {
      return await evaluateOne({ right, setting, filter });
    } catch (error) {
      if (!(error instanceof DirectoryUnavailable) || error.kind === 'unavailable') throw error;
      warn(`${setting} changes nobody. ${error.message}`);
      return null;
    }
  };
  return {
    admin: await resultOf('admin', 'LDAP_ADMIN_FILTER', adminFilter),
    external: await resultOf('external', 'LDAP_EXTERNAL_FILTER', externalFilter),
  };
}

const matchesNobody = (setting: string): string =>
  `${setting} matches nobody, so it changes nobody. Correct it, or grant read access to its attributes.`;

/**
 * Everything that the directory says about one person.
 *
 * @param user the user of the entry, if there is one
 * @throws DirectoryUnavailable
 */
export async function readPerson(
  session: DirectorySession,
  user: DirectoryUser | null,
  entry: IdentifiedEntry,
  settings: FilterSettings,
  warn: (reason: string) => void,
): Promise<Reading> {
  const rights = await readRightsOf(session, user, entry, settings, warn);
  return { entry, rights, hiddenSign: await hiddenSignOf(session, user, entry) };
}

/** The sign that blocked the user, if it cannot be read any more. @throws DirectoryUnavailable */
export async function hiddenSignOf(
  session: DirectorySession,
  user: DirectoryUser | null,
  entry: IdentifiedEntry,
): Promise<string | null> {
  const sign = user?.state === 'ldap_blocked' ? user.disabled_by : null;
  return sign !== null && (await session.hidesSign(entry, sign)) ? sign : null;
}
