import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import { SealedTokens } from '../auth/sealed-tokens.js';
import { CONFIG, type Config } from '../config/config.js';
import { answerPage, type Page, type PageAnswer } from '../http/pagination/page.js';
import { PublicUrl } from '../http/routing/public-url.js';
import { spelled } from '../http/schema/field-names.js';
import { CredentialsRepository } from './credentials.repository.js';
import { IdentitiesRepository, type IdentityRow } from './identities.repository.js';
import { CurrentUserView, FullUserView, UserProfileView, UserView } from './user.view.js';
import type { UserRow } from './users.repository.js';

/** Chooses the view of a user that the viewer may see. */
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

  async full(user: UserRow): Promise<FullUserView> {
    return this.fullWith(user, await this.identities.findByUsers([user.id]));
  }

  /** Includes the private token only if the request used sudo. */
  async current(actor: Actor, user: UserRow): Promise<FullUserView> {
    return actor.sudo ? this.withToken(user) : this.full(user);
  }

  async withToken(user: UserRow): Promise<CurrentUserView> {
    const sealed = await this.credentials.findSealedToken(user.id);
    const token = this.tokens.open(sealed ?? '');
    const identities = await this.identities.findByUsers([user.id]);
    const view = new CurrentUserView(user, this.urls, identities, token);
    return spelled(CurrentUserView, view, this.config.profileFields);
  }

  private fullWith(user: UserRow, identities: readonly IdentityRow[]): FullUserView {
    const view = new FullUserView(user, this.urls, identities);
    return spelled(FullUserView, view, this.config.profileFields);
  }
}
