import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import { Passwords } from '../auth/passwords.js';
import { SealedTokens } from '../auth/sealed-tokens.js';
import { CONFIG, type Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { UniqueViolation } from '../database/failures.js';
import { Conflict, Invalid, NotFound, TAKEN, type FieldProblems } from '../http/errors/errors.js';
import type { Input } from '../http/input/input.js';
import type { Page } from '../http/pagination/page.js';
import { requireAnotherAdministrator } from './last-administrator.js';
import { newUser, profileColumns } from './new-user.js';
import { findTaken, takenField, type Claims } from './taken.js';
import { UserConfirmation } from './user-confirmation.service.js';
import type { CreateUserParams, ListUsersParams, UpdateUserParams } from './user.dto.js';
import type { User } from './user.entity.js';
import { isGhost, usernameKey } from './user-name.js';
import { UserRecords } from './user-records.service.js';
import { UserSearchRepository } from './user-search.repository.js';
import { UsersRepository, type UserFilter, type UserRow } from './users.repository.js';

@Injectable()
export class UsersService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly search: UserSearchRepository,
    private readonly records: UserRecords,
    private readonly passwords: Passwords,
    private readonly tokens: SealedTokens,
    private readonly confirmation: UserConfirmation,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async get(id: number): Promise<UserRow> {
    const user = await this.users.findById(id);
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
    const conditions = { filters, username: usernameKey(username ?? '') };
    return search
      ? this.search.list(params, { ...conditions, text: search, isAdmin: actor.isAdmin })
      : this.users.list(params, conditions);
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
    const password = params.password
      ? { passwordHash: await this.passwords.hash(params.password) }
      : {};
    // An unconfirmed user who gets a new address confirms the new one. The mail to the old address becomes invalid.
    const isMoving = params.email !== undefined && params.email !== before.email;
    const confirmation = this.confirmation.prepare(isMoving && before.confirmed_at === null);
    try {
      await this.database.unit(async (unit) => {
        const users = unit.withRepository(this.users);
        if (params.admin === false) await requireAnotherAdministrator(users, id);
        const locked = await users.lockNames(id);
        if (!locked) throw new NotFound('User');
        const profile = profileColumns(params, locked.external === 1);
        const changes = { ...profile, ...password, ...confirmation?.columns };
        await this.records.update(unit, id, locked, changes, params);
      });
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error;
      throw new Invalid({ ...takenField(error), ...(await findTaken(this.users, params, id)) });
    }
    const user = await this.get(id);
    if (confirmation) this.confirmation.send(user, confirmation);
    return user;
  }

  /** @throws Invalid with all problems, including values that belong to another user */
  private async read<Params extends CreateUserParams | UpdateUserParams>(
    input: Input<Params>,
    userId?: number,
  ): Promise<Params> {
    const { params, problems } = input.examine(this.config.profileFields);
    Object.assign(problems, pairProblems(params));
    if (Object.keys(problems).length === 0) return params;
    throw new Invalid({ ...(await findTaken(this.users, params, userId)), ...problems });
  }

  private async insert(user: User, claims: Claims): Promise<number> {
    try {
      return await this.database.unit((unit) => this.records.insert(unit, user, claims));
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error;
      throw conflict({ ...takenField(error), ...(await findTaken(this.users, claims)) });
    }
  }
}

/** `provider` and `extern_uid` must be given together. */
function pairProblems({ provider, extern_uid }: Claims): FieldProblems {
  if ((provider === undefined) === (extern_uid === undefined)) return {};
  return { [provider === undefined ? 'provider' : 'extern_uid']: ['is missing'] };
}

/** A 409 has one message, and the address comes first. If the identity is taken, a 400 lists all fields. */
function conflict(taken: FieldProblems): Error {
  if (taken['extern_uid']) return new Invalid(taken);
  return new Conflict(taken['email'] ? `Email ${TAKEN}` : `Username ${TAKEN}`);
}
