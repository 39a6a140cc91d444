import { Injectable } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import { normalizeAddress } from '../../http/server/client-address.js';
import { loggedPath } from '../../http/server/logged-path.js';
import { currentTime } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { failedBeforehand } from '../../database/failures.js';
import type { Unit } from '../../database/unit.js';
import { iso } from '../../http/schema/iso.js';
import { Lifecycle } from '../lifecycle/lifecycle.js';
import type { AuditAction, SubjectType } from './audit-actions.js';
import { AuditRepository, type NewAuditEvent } from './audit.repository.js';

interface NamedUser {
  id: number;
  username: string;
}

/** Who makes a change. An `Actor` is one. */
export interface AuditAuthor {
  /** The user whose token was used. Absent if nobody has signed in, or the service acts by itself. */
  caller?: NamedUser;
  /** The effective user. */
  person?: NamedUser;
  /** The address that the request came from. */
  address: string | null;
  /** What acts if no user does: the provider of a directory, `command line`, `first start` or `start`. */
  origin?: string;
  /** The run of a synchronization. */
  run?: string;
}

type ItemType = Exclude<SubjectType, 'user' | 'project' | 'database'>;

/** An issue, merge request, snippet or note. */
interface AuthoredItem {
  id: number;
  title?: string;
  author_id: number;
  author_username: string;
}

/** Where an item is. */
interface Place {
  project: number;
  noteable?: { type: string; id: number };
}

interface AuditSubject {
  type: SubjectType;
  /** Null if there is no such row, as after a sign-in with an unknown login. */
  id: number | null;
}

interface AuditRecord {
  action: AuditAction;
  subject: AuditSubject;
  /** What changed. No secrets, and no texts such as the body of a note. */
  details: object;
}

/** Records who did what to whom, and from where, in the unit of work that makes the change. */
@Injectable()
export class AuditTrail {
  private readonly recordedUnits = new WeakSet<Unit>();

  constructor(
    private readonly events: AuditRepository,
    private readonly database: Database,
    private readonly lifecycle: Lifecycle,
  ) {}

  /** @param details what changed. No secrets, and no texts such as the body of a note. */
  async record(
    unit: Unit,
    author: AuditAuthor,
    action: AuditAction,
    subject: AuditSubject,
    details: object,
  ): Promise<void> {
    this.recordedUnits.add(unit);
    await unit.withRepository(this.events).add(newEvent(author, action, subject, details));
    this.announce(unit, author, action, subject);
  }

  /** Like `record`, with one statement for all. */
  async recordMany(
    unit: Unit,
    author: AuditAuthor,
    records: readonly AuditRecord[],
  ): Promise<void> {
    this.recordedUnits.add(unit);
    const rows = records.map(({ action, subject, details }) =>
      newEvent(author, action, subject, details),
    );
    await unit.withRepository(this.events).addMany(rows);
    for (const { action, subject } of records) this.announce(unit, author, action, subject);
  }

  /**
   * Records what an administrator creates in a project in which they have no role of their own. Creations by others are
   * not recorded, and cost no statement.
   *
   * @param given what was created and where, and `created_at` if the request has chosen this time
   */
  async recordCreation(
    unit: Unit,
    actor: Actor,
    action: AuditAction,
    subject: AuditSubject,
    given: Place & { created_at?: number | undefined } & object,
  ): Promise<void> {
    if (!actor.isAdmin) return;
    const { created_at: chosen, ...details } = given;
    if (await unit.withRepository(this.events).hasRole(actor.id, details.project)) return;
    const time = chosen === undefined ? {} : { created_at: iso(chosen) };
    await this.record(unit, actor, action, subject, { ...details, ...time });
  }

  /** Records the deletion of something in a project. */
  async recordDeletion(
    unit: Unit,
    actor: Actor,
    type: ItemType,
    { id, title, author_id, author_username }: AuthoredItem,
    place: Place,
  ): Promise<void> {
    const author = { id: author_id, username: author_username };
    await this.record(unit, actor, `${type}.deleted`, { type, id }, { title, author, ...place });
  }

  /**
   * Records that an administrator changes something in a project that another user wrote. Changes by others are not
   * recorded: these users have a role in the project or are the author.
   *
   * @param given the parameters of the request. Only the names of those with a value are recorded
   */
  async recordUpdate(
    unit: Unit,
    actor: Actor,
    type: ItemType,
    { id, title, author_id, author_username }: AuthoredItem,
    { given, ...place }: Place & { given: object },
  ): Promise<void> {
    if (!actor.isAdmin || author_id === actor.id) return;
    const author = { id: author_id, username: author_username };
    const parameters = Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([name]) => name);
    const details = { title, author, ...place, parameters };
    await this.record(unit, actor, `${type}.updated`, { type, id }, details);
  }

  /**
   * Records the use of sudo as `sudo.used`, in the first unit of work that the request commits, unless the unit records
   * another event.
   *
   * @returns a function that records the use in a unit of its own if the request has committed nothing. Call it before
   *   the response is sent: if the use of sudo cannot be recorded, the request must fail
   */
  recordSudo(actor: Actor, { method, url }: { method: string; url: string }): () => Promise<void> {
    const { scope, person } = actor;
    let isRecorded = false;
    scope.beforeCommit = async (unit) => {
      if (isRecorded) return;
      if (!this.recordedUnits.has(unit)) {
        const path = loggedPath(url).slice(0, MAX_PATH);
        const details = { username: person.username, method, path };
        await this.record(unit, actor, 'sudo.used', { type: 'user', id: person.id }, details);
      }
      unit.afterCommit(() => {
        isRecorded = true;
        return Promise.resolve();
      });
    };
    return async () => {
      // The record may be stored, but the request has changed nothing.
      if (!isRecorded)
        await this.database.unit(scope, () => Promise.resolve()).catch(failedBeforehand);
    };
  }

  /** Every change of a user is recorded, also those of a directory. */
  private announce(
    unit: Unit,
    author: AuditAuthor,
    action: AuditAction,
    { id }: AuditSubject,
  ): void {
    if (isOfUser(action) && id !== null)
      this.lifecycle.announce(unit, `forgenote.${action}`, usersOf(author), { id });
  }
}

/** The row of an event that happens now. */
export function newEvent(
  author: AuditAuthor,
  action: AuditAction,
  subject: AuditSubject,
  details: object,
): NewAuditEvent {
  const { caller, person } = usersOf(author);
  return {
    action,
    caller_id: caller?.id ?? null,
    caller_name: caller?.username ?? null,
    actor_id: person?.id ?? null,
    actor_name: person?.username ?? null,
    ip: normalizeAddress(author.address),
    origin: author.origin ?? null,
    run: author.run ?? null,
    subject_type: subject.type,
    subject_id: subject.id ?? 0,
    details: JSON.stringify(details),
    now: currentTime(),
  };
}

/** None if something else than a user acts. */
const usersOf = ({
  origin,
  caller,
  person,
}: AuditAuthor): Pick<AuditAuthor, 'caller' | 'person'> =>
  origin === undefined ? { caller, person } : {};

/** The changes of users that a host application learns of. */
const USER_ACTIONS = [
  ...(['user.created', 'user.updated', 'user.deleted'] as const),
  ...(['user.blocked', 'user.unblocked'] as const),
] as const;
type UserAction = (typeof USER_ACTIONS)[number];

const isOfUser = (action: AuditAction): action is UserAction =>
  (USER_ACTIONS as readonly string[]).includes(action);

const MAX_PATH = 255;
