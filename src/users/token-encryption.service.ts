import { Injectable, Logger } from '@nestjs/common';
import { SealedTokens } from '../auth/sealed-tokens.js';
import { Database } from '../database/database.js';
import { RequestScope } from '../database/request-scope.js';
import { CredentialsRepository, type SealedToken } from './credentials.repository.js';

/** Rows of one transaction. */
const BATCH = 500;

/** Changes how the tokens of all users are encrypted. Each method can be interrupted and run again. */
@Injectable()
export class TokenEncryption {
  private readonly logger = new Logger('start');

  constructor(
    private readonly database: Database,
    private readonly credentials: CredentialsRepository,
    private readonly tokens: SealedTokens,
  ) {}

  /**
   * Encrypts with the present key what the previous one has encrypted. Returns how many tokens that were.
   *
   * @param onProgress called with the number of tokens that were looked at
   */
  renew(onProgress: (tokens: number) => void): Promise<number> {
    return this.replace(
      ({ token_sealed }) =>
        this.tokens.isOutdated(token_sealed)
          ? this.tokens.seal(this.tokens.open(token_sealed))
          : null,
      onProgress,
    );
  }

  /** Removes what no key decrypts. The tokens still authenticate, but nobody can be shown them. */
  async forget(): Promise<void> {
    const lost = await this.replace(({ token_sealed }) =>
      this.tokens.canOpen(token_sealed) ? null : '',
    );
    if (lost > 0)
      this.logger.warn(
        `The key is lost: the private tokens of ${lost} users still work, but nobody can be shown them until they are reset`,
      );
  }

  /** @param replacement null leaves the token as it is */
  private async replace(
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
      if (changes.length > 0)
        await this.database.unit(RequestScope.background, async (unit) => {
          const credentials = unit.withRepository(this.credentials);
          for (const [token, text] of changes) await credentials.replaceSealed(token, text);
        });
      after = last.id;
      replaced += changes.length;
      seen += found.length;
      onProgress(seen);
    }
  }
}
