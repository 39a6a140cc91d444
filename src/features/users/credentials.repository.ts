import { IsNull, MoreThan, type FindOptionsWhere } from 'typeorm';
import type { UserState } from '../../core/auth/actor.js';
import { nowOrLater } from '../../database/clock.js';
import { FeatureRepository } from '../../database/feature-repository.js';
import { statement } from '../../database/statement.js';
import { mailboxKey } from '../emails/email-address.js';
import { GHOST } from './user-name.js';
import type { User } from './user.entity.js';

interface Credentials {
  id: number;
  username: string;
  state: UserState;
  password_hash: string;
}

export interface SealedToken {
  id: number;
  token_sealed: string;
}

interface NamedAddress {
  id: number;
  username: string;
  email: string;
}

const BY_LOGIN = statement<Credentials>(
  `SELECT id, username, state, password_hash FROM users WHERE username_key = :login
   UNION ALL
   SELECT u.id, u.username, u.state, u.password_hash FROM emails e JOIN users u ON u.id = e.user_id
   WHERE e.email = :login AND e.is_primary = 1`,
);
const UNCONFIRMED = statement<NamedAddress>(
  'SELECT id, username, email FROM users WHERE confirmation_digest = :digest',
);
const SEALED_TOKEN = statement<{ token_sealed: string }>(
  'SELECT token_sealed FROM users WHERE id = :id',
);
const PASSWORD_HASH = statement<{ password_hash: string }>(
  'SELECT password_hash FROM users WHERE id = :id AND ghost_id IS NULL',
);
const FIRST_SEALED_TOKEN = statement<{ token_sealed: string }>(
  "SELECT token_sealed FROM users WHERE token_sealed <> '' ORDER BY id LIMIT 1",
);
const SEALED_TOKENS = statement<SealedToken>(
  "SELECT id, token_sealed FROM users WHERE id > :after AND token_sealed <> '' ORDER BY id LIMIT :limit",
);
const REPLACE_SEALED = statement(
  'UPDATE users SET token_sealed = :replacement WHERE id = :id AND token_sealed = :sealed',
);
const ANY_USER = statement<{ id: number }>(
  `SELECT id FROM users WHERE username_key <> '${GHOST}' LIMIT 1`,
);
const RECORD_SIGN_IN = statement(
  `UPDATE users SET last_sign_in_at = current_sign_in_at, current_sign_in_at = ${nowOrLater('current_sign_in_at')}
   WHERE id = :id AND state = 'active' AND password_hash = COALESCE(:hash, password_hash)`,
);

/** The secrets and sign-ins in the table `users`. */
export class CredentialsRepository extends FeatureRepository<User> {
  /** @param login a username or a primary address, normalized like an address */
  findByLogin(login: string): Promise<Credentials | null> {
    return this.statements.row(BY_LOGIN, { login: mailboxKey(login) });
  }

  /**
   * False if the user was blocked or deleted meanwhile, or has another password than the one that was compared.
   *
   * @param hash what the password was compared with; null if a directory has checked it
   */
  async recordSignIn(id: number, hash: string | null, now: number): Promise<boolean> {
    return (await this.unit.write(RECORD_SIGN_IN, { id, hash, now })) > 0;
  }

  /** Null if the user is gone. */
  async findPasswordHash(id: number): Promise<string | null> {
    return (await this.statements.row(PASSWORD_HASH, { id }))?.password_hash ?? null;
  }

  /** False if the user is gone, or has another password than the former one. In a unit of work. */
  async replacePassword(id: number, passwordHash: string, former: string): Promise<boolean> {
    const { affected } = await this.update({ id, passwordHash: former }, { passwordHash });
    return (affected ?? 0) > 0;
  }

  /** The private token of a user, encrypted; null if the user is gone. */
  async findSealedToken(id: number): Promise<string | null> {
    return (await this.statements.row(SEALED_TOKEN, { id }))?.token_sealed ?? null;
  }

  /** The encrypted token of the user with the lowest id; null if no user has one. */
  async findFirstSealedToken(): Promise<string | null> {
    return (await this.statements.row(FIRST_SEALED_TOKEN))?.token_sealed ?? null;
  }

  /** The encrypted tokens of the next users, in the order of their ids. */
  findSealedTokens(after: number, limit: number): Promise<SealedToken[]> {
    return this.statements.rows(SEALED_TOKENS, { after, limit });
  }

  /** Encrypts the same token in another way, unless it has been replaced. In a unit of work. */
  async replaceSealed({ id, token_sealed }: SealedToken, replacement: string): Promise<void> {
    await this.unit.write(REPLACE_SEALED, { id, sealed: token_sealed, replacement });
  }

  /** False if there are no users, or only the ghost. */
  async hasUsers(): Promise<boolean> {
    return (await this.statements.row(ANY_USER)) !== null;
  }

  /** Replaces the token. False if the user is gone, or has another token than `former`. In a unit of work. */
  async replaceToken(
    id: number,
    columns: Pick<User, 'tokenDigest' | 'tokenSealed'>,
    former?: string,
  ): Promise<boolean> {
    const owner = former === undefined ? { id } : { id, tokenDigest: former };
    return ((await this.update(owner, columns)).affected ?? 0) > 0;
  }

  /** Makes the secret of a mail the only valid one. False if the address does not wait any more. In a unit of work. */
  async setSecret(
    { id, email }: Pick<User, 'id' | 'email'>,
    confirmationDigest: string,
    now: number,
  ): Promise<boolean> {
    const waiting = { id, email, confirmedAt: IsNull() };
    const changes = { confirmationDigest, confirmationSentAt: now };
    return ((await this.update(waiting, changes)).affected ?? 0) > 0;
  }

  /** The user whose confirmation mail has this secret. */
  findUnconfirmed(confirmationDigest: string): Promise<NamedAddress | null> {
    return this.statements.row(UNCONFIRMED, { digest: confirmationDigest });
  }

  /** Marks the address as confirmed. False if no mail with this secret was sent after this time, or the user is blocked. */
  async confirmAddress(
    confirmationDigest: string,
    sentAfter: number,
    now: number,
  ): Promise<boolean> {
    const isRecent = { confirmationSentAt: MoreThan(sentAfter) };
    const waiting: FindOptionsWhere<User> = { confirmationDigest, ...isRecent, state: 'active' };
    const changes = { confirmedAt: now, confirmationDigest: null };
    return ((await this.update(waiting, changes)).affected ?? 0) > 0;
  }
}
