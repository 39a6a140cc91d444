import { Injectable } from '@nestjs/common';
import { RequestScope } from '../../database/request-scope.js';
import type { Unit } from '../../database/unit.js';
import { ServiceLogger } from '../../base/log/service-logger.js';
import type { LifecycleEventName, LifecycleEvents } from './lifecycle-events.js';

/** Who makes a change. An `Actor` is one. */
interface Author {
  caller?: { id: number };
  person?: { id: number };
}

/** Returns one function for each listener. It may throw or return a promise that rejects. */
type FindListeners = (name: string, payload: object) => (() => unknown)[];

/** Tells the host application what has changed. When the service runs alone, nobody listens, and this does nothing. */
@Injectable()
export class Lifecycle {
  private readonly logger = new ServiceLogger('lifecycle');
  private find: FindListeners | null = null;

  deliverTo(find: FindListeners): void {
    this.find = find;
  }

  /**
   * Announces a change once it is committed, and never if it is rolled back. Delivery does not wait for listeners, nor
   * do they hold the connection: on SQLite, a listener that writes would otherwise wait for itself.
   *
   * @param at the unit of work that makes the change, or the scope of a request that has made it
   */
  announce<Name extends LifecycleEventName>(
    at: Unit | RequestScope,
    name: Name,
    { caller, person }: Author,
    payload: Omit<LifecycleEvents[Name], 'actorId' | 'callerId'>,
  ): void {
    const { find } = this;
    if (!find) return;
    const by = { actorId: person?.id ?? null, callerId: caller?.id ?? null };
    const event = { ...payload, ...by };
    const deliver = () => {
      setImmediate(() => {
        for (const listener of find(name, event)) void this.call(listener, name);
      });
      return Promise.resolve();
    };
    const unit = at instanceof RequestScope ? at.unit : at;
    if (unit) unit.afterCommit(deliver);
    else void deliver();
  }

  /** The same for a change of an issue, merge request or snippet. */
  announceItem(
    unit: Unit,
    kind: 'issue' | 'merge_request' | 'snippet',
    change: 'created' | 'updated' | 'deleted',
    author: Author,
    { id, project_id: projectId, title }: { id: number; project_id: number; title: string },
  ): void {
    this.announce(unit, `forgenote.${kind}.${change}`, author, { id, projectId, title });
  }

  private async call(listener: () => unknown, name: string): Promise<void> {
    try {
      await listener();
    } catch (error) {
      this.logger.error({
        message: 'A listener of the host application failed',
        event: name,
        error,
      });
    }
  }
}
