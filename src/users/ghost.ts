import type { Database } from '../database/database.js';
import { UniqueViolation } from '../database/failures.js';
import { statement } from '../database/statement.js';
import { newToken, digest } from '../auth/secrets.js';
import { newUser } from './new-user.js';
import { User } from './user.entity.js';
import { GHOST } from './user.queries.js';

const FIND = statement<{ id: number }>(`SELECT id FROM users WHERE username_key = '${GHOST}'`);

/** The user who keeps what deleted users wrote. Made when he is first needed; nobody can sign in as him. */
export async function ghostId(database: Database): Promise<number> {
  const found = await database.row(FIND);
  if (found) return found.id;
  const nobody = { passwordHash: '', tokenSealed: '', tokenDigest: digest(newToken()) };
  const params = { username: GHOST, name: 'Ghost User', email: `${GHOST}@localhost`, password: '' };
  const ghost = newUser(params, { ...nobody, projectsLimit: 0, createdById: null });
  try {
    await database.unit((unit) => unit.repository(User).insert({ ...ghost, state: 'blocked' }));
  } catch (error) {
    // Another request made him in the meantime.
    if (!(error instanceof UniqueViolation)) throw error;
  }
  return (await database.row(FIND))?.id ?? 0;
}
