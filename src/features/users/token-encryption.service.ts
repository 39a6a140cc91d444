import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import { SealedTokens } from '../../core/auth/sealed-tokens.js';
import { Database } from '../../database/database.js';
import { RequestScope } from '../../database/request-scope.js';
import { ServiceLogger } from '../../base/log/service-logger.js';
import { CredentialsRepository, type SealedToken } from './credentials.repository.js';

/** Rows of one transaction. */
const BATCH = 500;
const DATABASE = { type: 'database', id: null } as const;
const START = { address: null, origin: 'start' };

interface Change {
  action: 'secret_key.replaced' | 'secret_key.lost';
  details: object;
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

  /** Encrypts with the present key what the previous one has encrypted. Without a previous one it does nothing. */
  async renew(): Promise<void> {
    const [key, former_key] = this.tokens.fingerprints();
    if (former_key === undefined) return;
    const change = { action: 'secret_key.replaced', details: { key, former_key } } as const;
    const renewed = await this.replace(change, ({ token_sealed }) =>
      this.tokens.isOutdated(token_sealed)
        ? this.tokens.seal(this.tokens.open(token_sealed))
        : null,
    );
    if (renewed > 0)
      this.logger.log(`Private tokens that are now encrypted with the new key: ${renewed}`);
  }

  /** Removes what no key decrypts. The tokens still authenticate, but nobody can be shown them. */
  async forget(): Promise<void> {
    const change = { action: 'secret_key.lost', details: {} } as const;
    const lost = await this.replace(change, ({ token_sealed }) =>
      this.tokens.canOpen(token_sealed) ? null : '',
    );
    if (lost > 0)
      this.logger.warn(
        `The key is lost: the private tokens of ${lost} users still work, but nobody can be shown them until they are reset`,
      );
  }

  /**
   * Records the change in the audit trail, in the transaction of the first tokens. Returns how many were changed.
   *
   * @param replacement null leaves the token as it is
   */
  private async replace(
    { action, details }: Change,
    replacement: (token: SealedToken) => string | null,
  ): Promise<number> {
    let replaced = 0;
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
          if (replaced === 0) await this.audit.record(unit, START, action, DATABASE, details);
        });
      after = last.id;
      replaced += changes.length;
    }
  }
}
