import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SealedTokens } from '../auth/sealed-tokens.js';
import { Database } from '../../database/database.js';
import {
  DatabaseUnavailable,
  failedBeforehand,
  OutcomeUnknown,
  UniqueViolation,
} from '../../database/failures.js';
import type { RequestScope } from '../../database/request-scope.js';
import { KeyReused, StillRunning } from '../../http/errors/errors.js';
import {
  StoredResponsesRepository,
  type Claim,
  type FormerFingerprints,
  type KeyedRequest,
  type StoredResponseRow,
} from './stored-responses.repository.js';
import { clockTime } from '../../database/clock.js';

/** How long a response is kept. */
const KEEP_MS = 86_400_000;
/** A claim lasts a little longer than the longest request. */
const CLAIM_MS = 15_000;
/** Between two steps of a claim, another request may have changed the row. */
const MAX_ATTEMPTS = 5;

interface KeyedResponse {
  body: unknown;
  isReplay: boolean;
}

/**
 * Runs a request with an Idempotency-Key once. A row in `stored_responses` is claimed first; the response is stored
 * there in the same transaction as everything the request writes.
 */
@Injectable()
export class KeyedRequests {
  constructor(
    private readonly database: Database,
    private readonly responses: StoredResponsesRepository,
    private readonly tokens: SealedTokens,
  ) {}

  /**
   * Runs `work` in one unit of work and stores its result, or returns the stored result of an earlier request.
   *
   * @throws StillRunning an earlier request with this key has not ended
   * @throws KeyReused an earlier request with this key had other parameters
   */
  async run(
    scope: RequestScope,
    { formerFingerprints, ...request }: KeyedRequest & FormerFingerprints,
    work: () => Promise<unknown>,
  ): Promise<KeyedResponse> {
    const claim = { ...request, claim: randomUUID(), expires: clockTime() + CLAIM_MS };
    const stored = await this.claim(scope, claim, formerFingerprints).catch((error: unknown) => {
      // The claim may be stored. Until it is released, a retry gets 409.
      if (error instanceof OutcomeUnknown) void this.release(claim, error);
      failedBeforehand(error);
    });
    if (stored !== null) return { body: JSON.parse(this.tokens.open(stored)), isReplay: true };
    try {
      return { body: await this.runOnce(scope, claim, work), isReplay: false };
    } catch (error) {
      await this.release(claim, error);
      throw error;
    }
  }

  private runOnce(
    scope: RequestScope,
    claim: Claim,
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    return this.database.requestUnit(scope, async (unit) => {
      const body = await work();
      await unit.begin();
      // All of it, because some responses have a private token.
      const sealed = this.tokens.seal(JSON.stringify(body));
      const expires = clockTime() + KEEP_MS;
      if (await unit.withRepository(this.responses).finish(claim, sealed, expires)) return body;
      // The request ran longer than its claim, and another request has taken the claim over.
      throw new StillRunning(0);
    });
  }

  /** Returns the stored body, or null if the request may run. */
  private async claim(
    scope: RequestScope,
    claim: Claim,
    former: readonly string[],
  ): Promise<string | null> {
    for (let n = 0; n < MAX_ATTEMPTS; n++) {
      const row = await this.responses.findStored(claim);
      if (row && isValid(row)) return bodyOf(row, [claim.fingerprint, ...former]);
      const isMine = row
        ? await this.responses.takeOver(scope, claim, row)
        : await this.insert(scope, claim);
      if (isMine) return null;
    }
    throw new StillRunning(0);
  }

  private async insert(scope: RequestScope, claim: Claim): Promise<boolean> {
    try {
      await this.responses.claim(scope, claim);
      return true;
    } catch (error) {
      if (error instanceof UniqueViolation) return false;
      throw error;
    }
  }

  /** Failures are ignored: the claim expires anyway. */
  private async release(claim: Claim, failure: unknown): Promise<void> {
    const released = this.responses.release(claim).catch(() => undefined);
    // Without a database, the client should not wait for this too.
    const isAway = failure instanceof DatabaseUnavailable || failure instanceof OutcomeUnknown;
    if (!isAway) await released;
  }
}

/** A claim that ends too late was made before the clock was set back. It may be taken over like one that has ended. */
function isValid({ body, expires_at }: StoredResponseRow): boolean {
  const msLeft = expires_at - clockTime();
  return msLeft > 0 && (body !== null || msLeft <= 2 * CLAIM_MS);
}

function bodyOf(
  { fingerprint, body, expires_at }: StoredResponseRow,
  expected: readonly string[],
): string {
  if (!expected.includes(fingerprint)) throw new KeyReused();
  if (body !== null) return body;
  // Suggest as much time as the first request has taken so far, at most until its claim expires.
  const msLeft = expires_at - clockTime();
  throw new StillRunning(Math.min(CLAIM_MS - msLeft, msLeft));
}
