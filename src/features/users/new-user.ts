import type { CreateUserInput, UpdateUserInput } from './user.dto.js';
import { User } from './user.entity.js';
import { currentTime } from '../../database/clock.js';
import { givenColumns } from '../../database/rows.js';

type Secrets = Pick<User, 'passwordHash' | 'tokenDigest' | 'tokenSealed' | 'createdById'>;

/** The row of a new user: the given parameters, and defaults for the rest. */
export function newUser(
  params: CreateUserInput,
  { projectsLimit, ...secrets }: Secrets & { projectsLimit: number },
): User {
  const now = currentTime();
  return Object.assign(new User(), {
    state: 'active',
    admin: false,
    external: false,
    canCreateGroup: true,
    projectsLimit,
    bio: null,
    location: null,
    organization: null,
    messenger: '',
    professionalNetwork: '',
    microblog: '',
    websiteUrl: '',
    themeId: 2,
    colorSchemeId: 1,
    currentSignInAt: null,
    lastSignInAt: null,
    confirmedAt: now,
    confirmationDigest: null,
    createdAt: now,
    ...secrets,
    ...profileColumns(params, false),
  } satisfies Partial<User>);
}

/**
 * The columns of the given parameters only.
 *
 * @param external whether the user is external, if the parameters do not say so
 */
export function profileColumns(params: UpdateUserInput, external: boolean): Partial<User> {
  const { username } = params;
  return {
    ...givenColumns(User, params),
    ...(username === undefined ? {} : { usernameKey: username.toLowerCase() }),
    ...((params.external ?? external) ? { canCreateGroup: false, projectsLimit: 0 } : {}),
  };
}
