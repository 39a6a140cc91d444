import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import type { Actor } from '../auth/actor.js';
import { currentTime } from '../database/clock.js';
import type { Unit } from '../database/unit.js';
import type { AuditAction, SubjectType } from './audit-actions.js';
import { AuditRepository } from './audit.repository.js';

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
  /** What acts if no user does, such as the provider of a directory. */
  origin?: string;
  /** The run of a synchronization. */
  run?: string;
}

/** An issue, merge request, snippet or note. */
interface AuthoredItem {
  id: number;
  title?: string;
  author_id: number;
  author_username: string;
}

export interface AuditSubject {
  type: SubjectType;
  /** Null if there is no such row, as after a sign-in with an unknown login. */
  id: number | null;
}

/** Records who did what to whom, and from where, in the unit of work that makes the change. */
@Injectable()
export class AuditTrail {
  private readonly recordedUnits = new WeakSet<Unit>();

  constructor(private readonly events: AuditRepository) {}

  /** @param details what changed. No secrets, and no texts such as the body of a note. */
  async record(
    unit: Unit,
    { caller, person, address, origin, run }: AuditAuthor,
    action: AuditAction,
    subject: AuditSubject,
    details: object,
  ): Promise<void> {
    this.recordedUnits.add(unit);
    await unit.withRepository(this.events).add({
      action,
      caller_id: caller?.id ?? null,
      caller_name: caller?.username ?? null,
      actor_id: person?.id ?? null,
      actor_name: person?.username ?? null,
      ip: normalizeAddress(address),
      origin: origin ?? null,
      run: run ?? null,
      subject_type: subject.type,
      subject_id: subject.id ?? 0,
      details: JSON.stringify(details),
      now: currentTime(),
    });
  }

  /** Records the deletion of something in a project. */
  async recordDeletion(
    unit: Unit,
    actor: Actor,
    type: Exclude<SubjectType, 'user' | 'project'>,
    { id, title, author_id, author_username }: AuthoredItem,
    place: { project: number; noteable?: { type: string; id: number } },
  ): Promise<void> {
    const author = { id: author_id, username: author_username };
    await this.record(unit, actor, `${type}.deleted`, { type, id }, { title, author, ...place });
  }

  /** Records the use of sudo in each unit of work of the request, unless the unit has a record that says more. */
  recordSudo(actor: Actor, method: string, path: string): void {
    const { scope, person } = actor;
    scope.beforeCommit = async (unit) => {
      if (this.recordedUnits.has(unit)) return;
      const details = { username: person.username, method, path: path.slice(0, MAX_PATH) };
      await this.record(unit, actor, 'sudo.used', { type: 'user', id: person.id }, details);
    };
  }
}

const MAX_PATH = 255;

/** IPv4 addresses inside of IPv6 as IPv4. Null for what is no address: a proxy may forward any text. */
export function normalizeAddress(address: string | null): string | null {
  return address !== null && ipaddr.isValid(address) ? ipaddr.process(address).toString() : null;
}
