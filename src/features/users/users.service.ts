import { Inject, Injectable } from '@nestjs/common';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import type { Actor } from '../../core/auth/actor.js';
import { Passwords } from '../../core/auth/passwords.js';
import { SealedTokens } from '../../core/auth/sealed-tokens.js';
import { CONFIG, type Config } from '../../base/config/config.js';
import { Database, type Unit } from '../../database/database.js';
import { UniqueViolation } from '../../database/failures.js';
import {
  Conflict,
  Invalid,
  NotFound,
  TAKEN,
  type FieldProblems,
} from '../../http/errors/errors.js';
import type { Input } from '../../http/input/input.js';
import type { Page } from '../../http/pagination/page.js';
import { requireAnotherAdministrator } from './last-administrator.js';
import { newUser, profileColumns } from './new-user.js';
import { findTaken, takenField, type Claims } from './taken.js';
import { UserChanges } from './user-changes.service.js';
import { UNCONFIRMED, UserConfirmation, type Unconfirmed } from './user-confirmation.service.js';
import type { CreateUserInput, ListUsersParams, UpdateUserInput } from './user.dto.js';
import type { User } from './user.entity.js';
import { isGhost } from './user-name.js';
import { UserRecords } from './user-records.service.js';
import { UserViews } from './user-views.service.js';
import type { FullUserView } from './user.view.js';
import { UserSearchRepository } from './user-search.repository.js';
import { UsersRepository, type UserRow } from './users.repository.js';

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
    private readonly views: UserViews,
    private readonly auditedChanges: UserChanges,
    private readonly audit: AuditTrail,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** With a unit, reads what the unit has written. */
  async get(id: number, unit?: Unit): Promise<UserRow> {
    const user = await (unit?.withRepository(this.users) ?? this.users).findById(id);
    if (!user) throw new NotFound('User');
    return user;
  }

  async list(actor: Actor, input: Input<ListUsersParams>): Promise<Page<UserRow>> {
    const params = input.read();
    return params.search
      ? this.search.list(params.search, params, actor.isAdmin)
      : this.users.list(params);
  }

  create(actor: Actor, input: Input<CreateUserInput>): Promise<FullUserView> {
    return this.createAndShow(actor, input, (unit, user) => this.views.full(user, unit));
  }

  /** @param view of the new user, made in the unit of work that creates the user */
  async createAndShow<View>(
    actor: Actor,
    input: Input<CreateUserInput>,
    view: (unit: Unit, user: UserRow) => Promise<View>,
  ): Promise<View> {
    actor.require(() => actor.isAdmin);
    const params = await this.read(input);
    const user = newUser(params, {
      projectsLimit: this.config.defaultProjectsLimit,
      passwordHash: await this.passwords.hash(params.password),
      // Null if the operator creates the user.
      createdById: actor.caller.id || null,
      ...this.tokens.columnsFor(),
    });
    const unconfirmed = this.confirmation.prepare(params.confirm ?? true);
    return this.insert(actor, Object.assign(user, unconfirmed), params, unconfirmed, view);
  }

  async update(actor: Actor, id: number, input: Input<UpdateUserInput>): Promise<FullUserView> {
    actor.require(() => actor.isAdmin);
    const before = await this.get(id);
    if (isGhost(before)) throw new NotFound('User');
    const params = await this.read(input, id);
    const password = params.password
      ? { passwordHash: await this.passwords.hash(params.password) }
      : {};
    try {
      return await this.database.lockedUnit(
        actor.scope,
        async (unit) => {
          const users = unit.withRepository(this.users);
          const isDemotion = params.admin === false;
          const administrators = isDemotion ? await users.lockActiveAdministrators() : [];
          return { administrators, user: await users.lockNames(id) };
        },
        async (unit, { administrators, user: locked }) => {
          if (params.admin === false) requireAnotherAdministrator(administrators, id);
          if (!locked) throw new NotFound('User');
          // An unconfirmed user who gets a new address confirms the new one. The mail to the old address becomes
          // invalid. From the locked row: a concurrent request may have changed the address since `before`.
          const isMoving = params.email !== undefined && params.email !== locked.email;
          const unconfirmed = isMoving && locked.confirmed_at === null ? UNCONFIRMED : null;
          const recordChanges = await this.auditedChanges.watch(unit, actor, id);
          const profile = profileColumns(params, locked.is_external === 1);
          const changes = { ...profile, ...password, ...unconfirmed };
          await this.records.update(unit, actor, { ...locked, id }, changes, params);
          await recordChanges({ password: params.password !== undefined });
          const user = await this.get(id, unit);
          if (unconfirmed) await this.confirmation.requestAgain(unit, user);
          return this.views.full(user, unit);
        },
      );
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error;
      throw new Invalid({ ...takenField(error), ...(await findTaken(this.users, params, id)) });
    }
  }

  /** @throws Invalid with all problems, including values that belong to another user */
  private async read<Params extends CreateUserInput | UpdateUserInput>(
    input: Input<Params>,
    userId?: number,
  ): Promise<Params> {
    const { params, problems } = input.examine(this.config.profileFields);
    Object.assign(problems, pairProblems(params));
    if (Object.keys(problems).length === 0) return params;
    throw new Invalid({ ...(await findTaken(this.users, params, userId)), ...problems });
  }

  private async insert<View>(
    actor: Actor,
    user: User,
    claims: Claims,
    unconfirmed: Unconfirmed | null,
    view: (unit: Unit, user: UserRow) => Promise<View>,
  ): Promise<View> {
    try {
      return await this.database.unit(actor.scope, async (unit) => {
        const id = await this.records.insert(unit, actor, user, claims);
        const { username, email, name, admin, external } = user;
        const { provider, extern_uid } = claims;
        const identity = provider ? { provider, extern_uid } : undefined;
        const details = { username, email, name, admin, external, identity };
        await this.audit.record(unit, actor, 'user.created', { type: 'user', id }, details);
        if (unconfirmed) await this.confirmation.request(unit, { id, email });
        return view(unit, await this.get(id, unit));
      });
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
