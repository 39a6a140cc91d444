import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import { SealedTokens } from '../auth/sealed-tokens.js';
import { CONFIG, type Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { answerPage, type Page, type PageAnswer } from '../http/pagination/page.js';
import { PublicUrl } from '../http/routing/public-url.js';
import { spelled } from '../http/schema/field-names.js';
import {
  identitiesStatement,
  identityValues,
  SEALED_TOKEN,
  type IdentityRow,
  type UserRow,
} from './user.queries.js';
import { CurrentUserView, FullUserView, UserProfileView, UserView } from './user.view.js';

/** Chooses how much of a user the viewer is shown. */
@Injectable()
export class UserViews {
  constructor(
    private readonly database: Database,
    private readonly urls: PublicUrl,
    private readonly tokens: SealedTokens,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(actor: Actor, page: Page<UserRow>): Promise<PageAnswer<UserView>> {
    if (!actor.isAdmin) return answerPage(page, (user) => new UserView(user, this.urls));
    const identities = await this.identities(page.items);
    return answerPage(page, (user) => this.fullWith(user, identities));
  }

  async single(actor: Actor, user: UserRow): Promise<UserProfileView> {
    if (actor.isAdmin) return this.full(user);
    const view = new UserProfileView(user, this.urls);
    return spelled(UserProfileView, view, this.config.profileFields);
  }

  async full(user: UserRow): Promise<FullUserView> {
    return this.fullWith(user, await this.identities([user]));
  }

  /** With the private token only where sudo was asked for. */
  async current(actor: Actor, user: UserRow): Promise<FullUserView> {
    return actor.sudo ? this.withToken(user) : this.full(user);
  }

  async withToken(user: UserRow): Promise<CurrentUserView> {
    const row = await this.database.row(SEALED_TOKEN, { id: user.id });
    const token = this.tokens.open(row?.token_sealed ?? '');
    const view = new CurrentUserView(user, this.urls, await this.identities([user]), token);
    return spelled(CurrentUserView, view, this.config.profileFields);
  }

  private fullWith(user: UserRow, identities: readonly IdentityRow[]): FullUserView {
    const view = new FullUserView(user, this.urls, identities);
    return spelled(FullUserView, view, this.config.profileFields);
  }

  private identities(users: readonly UserRow[]) {
    if (users.length === 0) return Promise.resolve([]);
    const ids = users.map(({ id }) => id);
    return this.database.rows(identitiesStatement(ids.length), identityValues(ids));
  }
}
