import type { INestApplication } from '@nestjs/common';
import { People } from '../../core/auth/people.js';
import { SealedTokens } from '../../core/auth/sealed-tokens.js';
import { digest } from '../../core/auth/secrets.js';
import { Database } from '../../database/database.js';
import { UniqueViolation } from '../../database/failures.js';
import { RequestScope } from '../../database/request-scope.js';
import { CredentialsRepository } from '../../features/users/credentials.repository.js';
import { BadInput, requireInteger } from './bad-input.js';
import type { ChosenToken } from './protocol.js';

const TAKEN = 'Another user has this token.';

/** @throws BadInput the token is malformed or taken */
export async function checkToken(app: INestApplication, token: unknown): Promise<void> {
  const owner = await app.get(People).findByTokenDigest(digest(checked(token)));
  if (owner) throw new BadInput(TAKEN);
}

/** @throws BadInput the token is malformed or taken, or there is no such user */
export async function chooseToken(
  app: INestApplication,
  { user, token }: ChosenToken,
): Promise<void> {
  const id = requireInteger('user', user, 1, Number.MAX_SAFE_INTEGER);
  const columns = app.get(SealedTokens).columnsFor(checked(token));
  const isStored = await app
    .get(Database)
    .unit(RequestScope.background, (unit) =>
      unit.withRepository(app.get(CredentialsRepository)).replaceToken(id, columns),
    )
    .catch((error: unknown) => {
      if (error instanceof UniqueViolation) throw new BadInput(TAKEN);
      throw error;
    });
  if (!isStored) throw new BadInput(`There is no user ${id}.`);
}

/** Shorter than ADMIN_TOKEN may be: a test wants to read `ada`. */
function checked(token: unknown): string {
  if (typeof token === 'string' && /^[\w-]{1,255}$/.test(token)) return token;
  throw new BadInput('token must be 1 to 255 letters, digits, - and _.');
}
