import { FeatureRepository } from '../../database/feature-repository.js';
import { RequestScope } from '../../database/request-scope.js';
import { serverList, statement, type Statement } from '../../database/statement.js';
import type { OwnedRows } from '../deletion/deletion-registry.js';
import type { StoredResponse } from './stored-response.entity.js';

/** What a request with an Idempotency-Key is recognized by. */
export type KeyedRequest = {
  /** The effective user. */
  user: number;
  route: string;
  key: string;
  fingerprint: string;
};

/** What the fingerprint was before the last rotation of the key, if that was less than a day ago. */
export interface FormerFingerprints {
  formerFingerprints: readonly string[];
}

/** The right of one request to store its response. */
export type Claim = KeyedRequest & { claim: string; expires: number };

export interface StoredResponseRow {
  fingerprint: string;
  claim: string;
  expires_at: number;
  /** Encrypted. Null while the first request runs. */
  body: string | null;
}

const BATCH = 500;
/** Time limit for releasing a claim. If it is not released, it expires a little later. */
const RELEASE_MS = 10_000;

const OF_REQUEST = 'user_id = :user AND route = :route AND request_key = :key';
const CLAIMED = `${OF_REQUEST} AND claim = :claim AND body IS NULL`;

const FIND = statement<StoredResponseRow>(
  `SELECT fingerprint, claim, expires_at, body FROM stored_responses WHERE ${OF_REQUEST}`,
);
const CLAIM = statement(
  `INSERT INTO stored_responses (user_id, route, request_key, fingerprint, claim, expires_at)
   VALUES (:user, :route, :key, :fingerprint, :claim, :expires)`,
);
/** Also compares `expires_at`: a response stored in the meantime has changed it, and must not be overwritten. */
const TAKE_OVER = statement(
  `UPDATE stored_responses
   SET fingerprint = :fingerprint, claim = :claim, expires_at = :expires, body = NULL
   WHERE ${OF_REQUEST} AND claim = :former AND expires_at = :former_expires`,
);
const FINISH = statement(
  `UPDATE stored_responses SET body = :body, expires_at = :expires WHERE ${CLAIMED}`,
);
const RELEASE = statement(`DELETE FROM stored_responses WHERE ${CLAIMED}`);
const EXPIRED = statement<{ id: number }>(
  `SELECT id FROM stored_responses WHERE expires_at <= :now LIMIT ${BATCH}`,
);
/** Checks the time again: a request may have taken a row over since it was found. */
const DELETE_EXPIRED: Statement = {
  ...statement('DELETE FROM stored_responses WHERE id IN (:ids...) AND expires_at <= :now'),
  // The join order is fixed: for a small table the server would scan it, and wait for rows that are locked.
  onServer: statement(
    `DELETE stored_responses FROM ${serverList('ids')}
     STRAIGHT_JOIN stored_responses ON id = row_id WHERE expires_at <= :now`,
  ),
};

export class StoredResponsesRepository extends FeatureRepository<StoredResponse> {
  static readonly owned: readonly OwnedRows[] = [
    { table: 'stored_responses', of: { User: 'user_id IN (:owners...)' } },
  ];

  findStored(request: KeyedRequest): Promise<StoredResponseRow | null> {
    return this.statements.row(FIND, request);
  }

  /** @throws UniqueViolation there is a row for this request */
  async claim(scope: RequestScope, claim: Claim): Promise<void> {
    await this.database.write(scope, CLAIM, claim);
  }

  /** False if another request was faster. */
  async takeOver(scope: RequestScope, claim: Claim, former: StoredResponseRow): Promise<boolean> {
    const values = { ...claim, former: former.claim, former_expires: former.expires_at };
    return (await this.database.write(scope, TAKE_OVER, values)) === 1;
  }

  /** False if the claim was lost. In the unit of work of the request. */
  async finish(claim: Claim, body: string, expires: number): Promise<boolean> {
    return (await this.unit.write(FINISH, { ...claim, body, expires })) === 1;
  }

  /** Lets the next request with this key run. Does nothing if a response is stored. */
  async release(claim: Claim): Promise<void> {
    // Not the scope of the request, which may have ended.
    const scope = new RequestScope(RELEASE_MS, `release ${claim.user}`);
    await this.database.write(scope, RELEASE, claim);
  }

  /** Deletes at most 500 rows. False if there are no more. */
  async deleteExpired(now: number): Promise<boolean> {
    const ids = (await this.statements.rows(EXPIRED, { now })).map(({ id }) => id);
    // In ascending order, so that concurrent transactions lock the rows in the same order.
    const list = JSON.stringify(ids.sort((a, b) => a - b));
    if (ids.length > 0)
      await this.database.write(RequestScope.background, DELETE_EXPIRED, { ids: list, now });
    return ids.length === BATCH;
  }
}
