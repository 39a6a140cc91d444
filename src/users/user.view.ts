import { iso, isoOrNull } from '../http/schema/iso.js';
import { boolean, Field, integer, orNull, string, timestamp, url } from '../http/schema/schema.js';
import { Historic } from '../http/schema/field-names.js';
import type { PublicUrl } from '../http/routing/public-url.js';
import { BRANDS } from './profile-names.js';
import type { IdentityRow, UserRow } from './user.queries.js';

const state = string('Whether he may use the service.', {
  enum: ['active', 'blocked', 'ldap_blocked'],
});

/** Who did something, wherever that is told. */
export class UserSummaryView {
  @Field(string('Name to show.', { examples: ['Ada Lovelace'] })) name: string;
  @Field(string('Login name.', { examples: ['ada'] })) username: string;
  @Field(integer('Identifier of the user.', { examples: [2] })) id: number;
  @Field(state) state: string;
  @Field(
    url('Picture, served by the service itself.', {
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

/** A user in the lists normal users get. */
export class UserView {
  @Field(integer('Identifier of the user.', { examples: [2] })) id: number;
  @Field(string('Login name.', { examples: ['ada'] })) username: string;
  @Field(string('Name to show.', { examples: ['Ada Lovelace'] })) name: string;
  @Field(state) state: string;
  @Field(
    url('Picture, served by the service itself.', {
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

/** One user as normal users see him. */
export class UserProfileView extends UserView {
  @Field(timestamp('When the account was made.')) created_at: string;
  @Field(boolean('Whether he is an administrator.')) is_admin: boolean;
  @Field(orNull(string('About himself.', { examples: ['Notes on engines.'] }))) bio: string | null;
  @Field(orNull(string('Where he is.', { examples: ['London'] }))) location: string | null;
  @Field(string('Name at a messenger; empty when unset.', { examples: ['ada'] }))
  @Historic(BRANDS.messenger)
  messenger: string;
  @Field(
    string('Name at a professional network; empty when unset.', { examples: ['ada-lovelace'] }),
  )
  @Historic(BRANDS.professionalNetwork)
  professional_network: string;
  @Field(string('Name at a microblog; empty when unset.', { examples: [''] }))
  @Historic(BRANDS.microblog)
  microblog: string;
  @Field(string('Own web site; empty when unset.', { examples: ['https://example.com/ada'] }))
  website_url: string;
  @Field(orNull(string('Where he works.', { examples: ['Analytical Engines'] }))) organization:
    string | null;

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

export class IdentityView {
  @Field(string('The other provider.', { examples: ['ldapmain'] })) provider!: string;
  @Field(string('Who he is there.', { examples: ['uid=ada,ou=people,dc=example,dc=com'] }))
  extern_uid!: string;
}

/** A user with everything an administrator, and he himself, sees. */
export class FullUserView extends UserProfileView {
  @Field(string('Primary address.', { examples: ['ada@example.com'] })) email: string;
  @Field(orNull(timestamp('The sign-in before the current one.'))) last_sign_in_at: string | null;
  @Field(orNull(timestamp('The latest sign-in.'))) current_sign_in_at: string | null;
  @Field(orNull(timestamp('When the address was confirmed.'))) confirmed_at: string | null;
  @Field(integer('Theme of the historic web interface.', { examples: [2] })) theme_id: number;
  @Field(integer('Syntax colours of the historic web interface.')) color_scheme_id: number;
  @Field(integer('How many projects he can create.', { examples: [10], minimum: 0 }))
  projects_limit: number;
  @Field([() => IdentityView]) identities: IdentityView[];
  @Field(boolean('Whether he may create groups.', { examples: [true] })) can_create_group: boolean;
  @Field(boolean('Whether he may create a project.', { examples: [true] }))
  can_create_project: boolean;
  @Field(boolean('Always false: there is no second factor.')) two_factor_enabled: boolean;
  @Field(boolean('Sees only what he is a member of, and what is public.')) external: boolean;

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
    this.can_create_project = user.admin === 1 || user.projects_limit > 0;
    this.two_factor_enabled = false;
    this.external = user.external === 1;
  }
}

/** The only views with the secret: sudo on the current user, and a new session. */
export class CurrentUserView extends FullUserView {
  @Field(string('The private token.', { examples: ['aB3dE5fG7hJ9kL1mN3pQ'] }))
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
