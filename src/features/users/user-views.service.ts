import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../../core/auth/actor.js';
import { SealedTokens } from '../../core/auth/sealed-tokens.js';
import { CONFIG, type Config } from '../../base/config/config.js';
import type { Unit } from '../../database/unit.js';
import { answerPage, type Page, type PageAnswer } from '../../http/pagination/page.js';
import { PublicUrl } from '../../http/routing/public-url.js';
import { spelled } from '../../http/schema/field-names.js';
import { CredentialsRepository } from './credentials.repository.js';
import { IdentitiesRepository, type IdentityRow } from './identities.repository.js';
import { CurrentUserView, FullUserView, UserProfileView, UserView } from './user.view.js';
import type { UserRow } from './users.repository.js';

/** Chooses the view of a user that the viewer may see. With a unit, reads what the unit has written. */
@Injectable()
export class UserViews {
  constructor(
    private readonly identities: IdentitiesRepository,
    private readonly credentials: CredentialsRepository,
    private readonly urls: PublicUrl,
    private readonly tokens: SealedTokens,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(actor: Actor, page: Page<UserRow>): Promise<PageAnswer<UserView>> {
    if (!actor.isAdmin) return answerPage(page, (user) => new UserView(user, this.urls));
    const identities = await this.identities.findByUsers(page.items.map(({ id }) => id));
    return answerPage(page, (user) => this.fullWith(user, identities));
  }

  async single(actor: Actor, user: UserRow): Promise<UserProfileView> {
    if (actor.isAdmin) return this.full(user);
    const view = new UserProfileView(user, this.urls);
    return spelled(UserProfileView, view, this.config.profileFields);
  }

  /** @param unit where the user was read, if it was in one */
  async full(user: UserRow, unit?: Unit): Promise<FullUserView> {
    return this.fullWith(user, await this.identitiesOf(user, unit));
  }

  async withToken(user: UserRow, unit?: Unit): Promise<CurrentUserView> {
    const credentials = unit?.withRepository(this.credentials) ?? this.credentials;
    const sealed = (await credentials.findSealedToken(user.id)) ?? '';
    // The key that encrypted it was lost, see `TokenEncryption`.
    const token = sealed === '' ? '' : this.tokens.open(sealed);
    const identities = await this.identitiesOf(user, unit);
    const view = new CurrentUserView(user, this.urls, identities, token);
    return spelled(CurrentUserView, view, this.config.profileFields);
  }

  private identitiesOf({ id }: UserRow, unit?: Unit): Promise<IdentityRow[]> {
    return (unit?.withRepository(this.identities) ?? this.identities).findByUsers([id]);
  }

  /** @param identities of this user, and perhaps of others */
  fullWith(user: UserRow, identities: readonly IdentityRow[]): FullUserView {
    const view = new FullUserView(user, this.urls, identities);
    return spelled(FullUserView, view, this.config.profileFields);
  }
}
