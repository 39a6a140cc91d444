import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import { Passwords } from '../auth/passwords.js';
import { SealedTokens } from '../auth/sealed-tokens.js';
import { CONFIG, type Config } from '../config/config.js';
import { Database, type Unit } from '../database/database.js';
import { UniqueViolation } from '../database/failures.js';
import { Email } from '../emails/email.entity.js';
import { Conflict, Invalid, NotFound, TAKEN, type FieldProblems } from '../http/errors/errors.js';
import type { Input } from '../http/input/input.js';
import type { Page } from '../http/pagination/page.js';
import { paginate } from '../http/pagination/paginate.js';
import { Identity } from './identity.entity.js';
import { keepAnAdministrator } from './last-administrator.js';
import { newUser, profileColumns } from './new-user.js';
import { findTaken, TAKEN_FIELD, type Claims } from './taken.js';
import { usernameKey } from './user-name.js';
import { UserConfirmation } from './user-confirmation.service.js';
import type { CreateUserParams, ListUsersParams, UpdateUserParams } from './user.dto.js';
import { statement } from '../database/statement.js';
import { User } from './user.entity.js';
import { isGhost, USER, USERS, type UserFilter, type UserRow } from './user.queries.js';
import { searchUsers } from './user-search.js';
import { indexNames, USERNAME } from '../user-terms/user-terms.repository.js';

const BEFORE = statement<{ external: number; username_key: string; email: string }>(
  'SELECT external, username_key, email FROM users WHERE id = :id',
);

@Injectable()
export class UsersService {
  constructor(
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly tokens: SealedTokens,
    private readonly confirmation: UserConfirmation,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async get(id: number): Promise<UserRow> {
    const user = await this.database.row(USER, { id });
    if (!user) throw new NotFound('User');
    return user;
  }

  async list(actor: Actor, input: Input<ListUsersParams>): Promise<Page<UserRow>> {
    const params = input.read();
    const { active, blocked, external, search, username } = params;
    const wanted: [UserFilter, unknown][] = [
      ['active', active],
      ['blocked', blocked],
      ['external', external],
      ['username', username],
    ];
    const filters = wanted.flatMap(([filter, value]) => (value ? [filter] : []));
    const values = { username: usernameKey(username ?? '') };
    return search
      ? searchUsers(this.database, params, {
          text: search,
          isAdmin: actor.isAdmin,
          filters,
          values,
        })
      : paginate(USERS.rows(this.database, 'desc', values, filters), params);
  }

  async create(actor: Actor, input: Input<CreateUserParams>): Promise<UserRow> {
    const params = await this.read(input);
    const user = newUser(params, {
      projectsLimit: this.config.defaultProjectsLimit,
      passwordHash: await this.passwords.hash(params.password),
      createdById: actor.caller.id,
      ...this.tokens.columnsFor(),
    });
    const confirmation = this.confirmation.prepare(params.confirm ?? true);
    const id = await this.insert(Object.assign(user, confirmation?.columns), params);
    if (confirmation) this.confirmation.send(user, confirmation);
    return this.get(id);
  }

  async update(id: number, input: Input<UpdateUserParams>): Promise<UserRow> {
    const before = await this.get(id);
    if (isGhost(before)) throw new NotFound('User');
    const params = await this.read(input, id);
    const secret = params.password
      ? { passwordHash: await this.passwords.hash(params.password) }
      : {};
    // Who has yet to confirm confirms the address he has now; the old mail counts no more.
    const isMoving = params.email !== undefined && params.email !== before.email;
    const confirmation = this.confirmation.prepare(isMoving && before.confirmed_at === null);
    try {
      await this.database.unit(async (unit) => {
        if (params.admin === false) await keepAnAdministrator(unit, id);
        const [user] = await unit.lock(BEFORE, { id });
        if (!user) throw new NotFound('User');
        const changes = {
          ...profileColumns(params, user.external === 1),
          ...secret,
          ...confirmation?.columns,
        };
        if (Object.keys(changes).length > 0) await unit.repository(User).update({ id }, changes);
        if (params.email) await changePrimaryAddress(unit, id, params.email);
        const { username = user.username_key, email = user.email } = params;
        if (username.toLowerCase() !== user.username_key || email !== user.email)
          await indexNames(unit, id, USERNAME);
        await changeIdentity(unit, id, params);
      });
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error;
      throw new Invalid({
        ...takenField(error),
        ...(await findTaken(this.database, params, id)),
      });
    }
    const user = await this.get(id);
    if (confirmation) this.confirmation.send(user, confirmation);
    return user;
  }

  /** @throws Invalid with everything that is wrong, then also with what somebody else has */
  private async read<Params extends CreateUserParams | UpdateUserParams>(
    input: Input<Params>,
    userId?: number,
  ): Promise<Params> {
    const { params, problems } = input.examine(this.config.profileFields);
    Object.assign(problems, pairProblems(params));
    if (Object.keys(problems).length === 0) return params;
    throw new Invalid({ ...(await findTaken(this.database, params, userId)), ...problems });
  }

  private async insert(user: User, claims: Claims): Promise<number> {
    try {
      return await this.database.unit(async (unit) => {
        const { id } = await insertUser(unit, user);
        await addIdentity(unit, id, claims);
        return id;
      });
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error;
      throw conflict(await findTaken(this.database, claims), takenField(error));
    }
  }
}

/** Inserts a user with his primary address, for which there is one index over every address of everybody. */
export async function insertUser(unit: Unit, user: User): Promise<User> {
  // A copy: the unit may run again, and the first run has put its id in.
  const row = { ...user };
  await unit.repository(User).insert(row);
  const { id: userId, email, createdAt } = row;
  const address = { userId, email, isPrimary: true, createdAt };
  await unit.repository(Email).insert(address);
  await indexNames(unit, userId, USERNAME);
  return row;
}

/** One's own secondary address may become the primary one: its row gives way. */
async function changePrimaryAddress(unit: Unit, userId: number, email: string): Promise<void> {
  const emails = unit.repository(Email);
  const secondary = await emails.findOneBy({ userId, email, isPrimary: false });
  if (secondary) await emails.delete({ id: secondary.id });
  const primary = await emails.findOneByOrFail({ userId, isPrimary: true });
  if (primary.email !== email) await emails.update({ id: primary.id }, { email });
}

async function addIdentity(
  unit: Unit,
  userId: number,
  { provider, extern_uid: externUid }: Claims,
): Promise<void> {
  if (!provider || !externUid) return;
  await unit.repository(Identity).insert({ userId, provider, externUid });
}

async function changeIdentity(unit: Unit, userId: number, claims: Claims): Promise<void> {
  const { provider, extern_uid: externUid } = claims;
  if (!provider || !externUid) return;
  const changed = await unit.repository(Identity).update({ userId, provider }, { externUid });
  if (!changed.affected) await addIdentity(unit, userId, claims);
}

function pairProblems({
  provider,
  extern_uid,
}: Pick<Claims, 'provider' | 'extern_uid'>): FieldProblems {
  if ((provider === undefined) === (extern_uid === undefined)) return {};
  return { [provider === undefined ? 'provider' : 'extern_uid']: ['is missing'] };
}

const takenField = ({ index }: UniqueViolation): FieldProblems => ({
  [TAKEN_FIELD[index] ?? 'base']: [TAKEN],
});

/** 409 says one thing, the address first; where the foreign account is taken too, the map says all. */
function conflict(taken: FieldProblems, seen: FieldProblems): Error {
  const all = { ...seen, ...taken };
  if (all['extern_uid']) return new Invalid(all);
  return new Conflict(all['email'] ? `Email ${TAKEN}` : `Username ${TAKEN}`);
}
