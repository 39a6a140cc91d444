import { iso, isoOrNull } from '../../http/schema/iso.js';
import {
  boolean,
  Field,
  integer,
  orNull,
  string,
  timestamp,
  url,
} from '../../http/schema/schema.js';
import { Historic } from '../../http/schema/field-names.js';
import type { PublicUrl } from '../../http/routing/public-url.js';
import { BRANDS } from './profile-names.js';
import type { IdentityRow } from './identities.repository.js';
import type { UserRow } from './users.repository.js';

const state = string('Blocked users cannot use the service.', {
  enum: ['active', 'blocked', 'ldap_blocked'],
});

/** A user as part of another resource, such as an author. */
export class UserSummaryView {
  @Field(string('Display name.', { examples: ['Ada Lovelace'] })) name: string;
  @Field(string('Login name.', { examples: ['ada'] })) username: string;
  @Field(integer('Identifier of the user.', { examples: [2] })) id: number;
  @Field(state) state: string;
  @Field(
    url('Avatar, served by the service itself.', {
      examples: ['http://127.0.0.1:3000/avatars/2.svg'],
    }),
  )
  avatar_url: string;
  @Field(url('Page of the user.', { examples: ['http://127.0.0.1:3000/ada'] })) web_url: string;

  constructor(
    user: { id: number; username: string; name: string; state: string },
    urls: PublicUrl,
  ) {
    this.name = user.name;
    this.username = user.username;
    this.id = user.id;
    this.state = user.state;
    this.avatar_url = urls.avatar(user.id);
    this.web_url = urls.profile(user.username);
  }
}

/** A user in a list, for normal users. */
export class UserView {
  @Field(integer('Identifier of the user.', { examples: [2] })) id: number;
  @Field(string('Login name.', { examples: ['ada'] })) username: string;
  @Field(string('Display name.', { examples: ['Ada Lovelace'] })) name: string;
  @Field(state) state: string;
  @Field(
    url('Avatar, served by the service itself.', {
      examples: ['http://127.0.0.1:3000/avatars/2.svg'],
    }),
  )
  avatar_url: string;
  @Field(url('Page of the user.', { examples: ['http://127.0.0.1:3000/ada'] })) web_url: string;

  constructor(user: UserRow, urls: PublicUrl) {
    this.id = user.id;
    this.username = user.username;
    this.name = user.name;
    this.state = user.state;
    this.avatar_url = urls.avatar(user.id);
    this.web_url = urls.profile(user.username);
  }
}

/** A single user, for normal users. */
export class UserProfileView extends UserView {
  @Field(timestamp('When the account was created.')) created_at: string;
  @Field(boolean('Whether the user is an administrator.')) is_admin: boolean;
  @Field(orNull(string('Short biography.', { examples: ['Notes on engines.'] }))) bio:
    string | null;
  @Field(orNull(string('Location.', { examples: ['London'] }))) location: string | null;
  @Field(string('Name on a messenger; empty if not set.', { examples: ['ada'] }))
  @Historic(BRANDS.messenger)
  messenger: string;
  @Field(
    string('Name on a professional network; empty if not set.', { examples: ['ada-lovelace'] }),
  )
  @Historic(BRANDS.professionalNetwork)
  professional_network: string;
  @Field(string('Name on a microblog; empty if not set.', { examples: ['ada'] }))
  @Historic(BRANDS.microblog)
  microblog: string;
  @Field(string('Website; empty if not set.', { examples: ['https://example.com/ada'] }))
  website_url: string;
  @Field(orNull(string('Employer or organization.', { examples: ['Analytical Engines'] })))
  organization: string | null;

  constructor(user: UserRow, urls: PublicUrl) {
    super(user, urls);
    this.created_at = iso(user.created_at);
    this.is_admin = user.admin === 1;
    this.bio = user.bio;
    this.location = user.location;
    this.messenger = user.messenger;
    this.professional_network = user.professional_network;
    this.microblog = user.microblog;
    this.website_url = user.website_url;
    this.organization = user.organization;
  }
}

class IdentityView {
  @Field(string('The external account provider.', { examples: ['ldapmain'] })) provider!: string;
  @Field(
    string('Identifier of the user at that provider.', {
      examples: ['uid=ada,ou=people,dc=example,dc=com'],
    }),
  )
  extern_uid!: string;
}

/** All fields of a user, for administrators and the user's own account. */
export class FullUserView extends UserProfileView {
  @Field(string('Primary email address.', { examples: ['ada@example.com'] })) email: string;
  @Field(orNull(timestamp('The sign-in before the current one.'))) last_sign_in_at: string | null;
  @Field(orNull(timestamp('The latest sign-in.'))) current_sign_in_at: string | null;
  @Field(orNull(timestamp('When the address was confirmed.'))) confirmed_at: string | null;
  @Field(integer('Theme of the historic web interface.', { examples: [2] })) theme_id: number;
  @Field(integer('Syntax colours of the historic web interface.')) color_scheme_id: number;
  @Field(integer('How many projects the user can create.', { examples: [10], minimum: 0 }))
  projects_limit: number;
  @Field([() => IdentityView]) identities: IdentityView[];
  @Field(boolean('Whether the user may create groups.', { examples: [true] }))
  can_create_group: boolean;
  @Field(boolean('Whether the user may create a project.', { examples: [true] }))
  can_create_project: boolean;
  @Field(boolean('Always false: the service has no two-factor authentication.'))
  two_factor_enabled: boolean;
  @Field(boolean('External users see only public projects and projects they are a member of.'))
  external: boolean;

  constructor(user: UserRow, urls: PublicUrl, identities: readonly IdentityRow[]) {
    super(user, urls);
    this.email = user.email;
    this.last_sign_in_at = isoOrNull(user.last_sign_in_at);
    this.current_sign_in_at = isoOrNull(user.current_sign_in_at);
    this.confirmed_at = isoOrNull(user.confirmed_at);
    this.theme_id = user.theme_id;
    this.color_scheme_id = user.color_scheme_id;
    this.projects_limit = user.projects_limit;
    this.identities = identities
      .filter(({ user_id }) => user_id === user.id)
      .map(({ provider, extern_uid }) => ({ provider, extern_uid }));
    this.can_create_group = user.can_create_group === 1;
    this.can_create_project = user.can_create_project === 1;
    this.two_factor_enabled = false;
    this.external = user.is_external === 1;
  }
}

/** The only view with the private token: the current user with sudo, a new session, and a token that was reset. */
export class CurrentUserView extends FullUserView {
  @Field(
    string(
      'The private token. Empty only if the service has lost its secret key, until the token is reset.',
      { examples: ['aB3dE5fG7hJ9kL1mN3pQ'] },
    ),
  )
  private_token: string;

  constructor(
    user: UserRow,
    urls: PublicUrl,
    identities: readonly IdentityRow[],
    privateToken: string,
  ) {
    super(user, urls, identities);
    this.private_token = privateToken;
  }
}
