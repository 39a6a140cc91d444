import { Injectable } from '@nestjs/common';
import { AuditTrail, COMMAND_LINE, type AuditAuthor } from '../audit/audit-trail.service.js';
import { SealedTokens } from '../auth/sealed-tokens.js';
import { Database } from '../database/database.js';
import { RequestScope } from '../database/request-scope.js';
import { ServiceLogger } from '../log/service-logger.js';
import { CredentialsRepository, type SealedToken } from './credentials.repository.js';

/** Rows of one transaction. */
const BATCH = 500;
const DATABASE = { type: 'database', id: null } as const;

/** The details of `secret_key.replaced`: the fingerprints of both keys. */
type Rotation = Partial<Record<'key' | 'former_key', string>>;

interface Change {
  action: 'secret_key.replaced' | 'secret_key.lost';
  author: AuditAuthor;
  details: Rotation;
  /** Once, in the transaction of the first tokens. */
  isRecorded: boolean;
}

/** Changes how the tokens of all users are encrypted. Each method can be interrupted and run again. */
@Injectable()
export class TokenEncryption {
  private readonly logger = new ServiceLogger('start');

  constructor(
    private readonly database: Database,
    private readonly credentials: CredentialsRepository,
    private readonly tokens: SealedTokens,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * What the audit trail says of the key that `renew` encrypts with: that a rotation has ended its use, that a rotation
   * has begun its use, or neither.
   */
  async recordOfKey(): Promise<'ended' | 'begun' | null> {
    const [present] = this.tokens.fingerprints();
    const rotations: Rotation[] = await this.audit.detailsOf('secret_key.replaced');
    if (rotations.some(({ former_key }) => former_key === present)) return 'ended';
    return rotations.some(({ key }) => key === present) ? 'begun' : null;
  }

  async hasTokens(): Promise<boolean> {
    return (await this.credentials.findFirstSealedToken()) !== null;
  }

  /**
   * Encrypts with the present key what the previous one has encrypted, until nothing is left: a running service may use
   * the previous key until it notices the new one. Returns how many tokens that were.
   *
   * @param onProgress called with the number of tokens that one pass has looked at
   * @param isKeyNew the caller has just replaced the key: that is recorded even if no token is encrypted
   */
  async renew(
    author: AuditAuthor,
    onProgress: (tokens: number) => void,
    isKeyNew = false,
  ): Promise<number> {
    const [key, former_key] = this.tokens.fingerprints();
    const details = { key, former_key };
    const change: Change = { action: 'secret_key.replaced', author, details, isRecorded: false };
    const sealAgain = ({ token_sealed }: SealedToken) =>
      this.tokens.isOutdated(token_sealed)
        ? this.tokens.seal(this.tokens.open(token_sealed))
        : null;
    let renewed = 0;
    for (let found = 1; found > 0; renewed += found)
      found = await this.replace(change, sealAgain, onProgress);
    if (isKeyNew && !change.isRecorded) await this.write(change, []);
    return renewed;
  }

  /**
   * Removes what no key decrypts. The tokens still authenticate, but nobody can be shown them.
   *
   * @throws ConfigError a key file decrypts a token that SECRET_KEY does not. Nothing was removed.
   */
  async forget(): Promise<void> {
    const author = { address: null, origin: COMMAND_LINE };
    const change: Change = { action: 'secret_key.lost', author, details: {}, isRecorded: false };
    await this.replace(change, ({ token_sealed }) => {
      this.tokens.requireLost(token_sealed);
      return null;
    });
    const lost = await this.replace(change, ({ token_sealed }) =>
      this.tokens.canOpen(token_sealed) ? null : '',
    );
    if (lost > 0)
      this.logger.warn(
        `The key is lost: the private tokens of ${lost} users still work, but nobody can be shown them until they are reset`,
      );
  }

  /** @param replacement null leaves the token as it is */
  private async replace(
    change: Change,
    replacement: (token: SealedToken) => string | null,
    onProgress: (tokens: number) => void = () => undefined,
  ): Promise<number> {
    let [seen, replaced] = [0, 0];
    for (let after = 0; ;) {
      const found = await this.credentials.findSealedTokens(after, BATCH);
      const last = found.at(-1);
      if (!last) return replaced;
      const changes = found.flatMap((token) => {
        const text = replacement(token);
        return text === null ? [] : [[token, text] as const];
      });
      if (changes.length > 0) await this.write(change, changes);
      after = last.id;
      replaced += changes.length;
      seen += found.length;
      onProgress(seen);
    }
  }

  private async write(
    change: Change,
    changes: readonly (readonly [SealedToken, string])[],
  ): Promise<void> {
    await this.database.unit(RequestScope.background, async (unit) => {
      const credentials = unit.withRepository(this.credentials);
      for (const [token, text] of changes) await credentials.replaceSealed(token, text);
      if (!change.isRecorded)
        await this.audit.record(unit, change.author, change.action, DATABASE, change.details);
    });
    change.isRecorded = true;
  }
}
