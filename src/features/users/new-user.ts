import type { CreateUserInput, UpdateUserInput } from './user.dto.js';
import { User } from './user.entity.js';
import { currentTime } from '../../database/clock.js';

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
  const { username, email, name, admin, can_create_group, projects_limit } = params;
  const columns: Partial<User> = {
    username,
    usernameKey: username?.toLowerCase(),
    email,
    name,
    admin,
    external: params.external,
    canCreateGroup: can_create_group,
    projectsLimit: projects_limit,
    bio: orNull(params.bio),
    location: orNull(params.location),
    organization: orNull(params.organization),
    messenger: params.messenger,
    professionalNetwork: params.professional_network,
    microblog: params.microblog,
    websiteUrl: params.website_url,
  };
  if (params.external ?? external)
    Object.assign(columns, { canCreateGroup: false, projectsLimit: 0 });
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** Unset, these fields are null. The other profile fields are empty. */
const orNull = (text: string | undefined) => (text === '' ? null : text);
