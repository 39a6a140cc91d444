import type { RequestScope } from '../database/request-scope.js';
import type { EventSubject } from './event-recorder.js';

/** Keeps who can see events in step with their subject. Declared here for issues and snippets; `events/` provides it. */
export abstract class EventAudiences {
  /**
   * Runs a unit of work that changes who can see the subject. The unit calls `EventRecorder.showRest`.
   *
   * A subject can have a million events. They are shown in batches before the unit, and hidden in the background after
   * it: the request does not wait for that.
   */
  abstract changing<Result>(
    scope: RequestScope,
    subject: EventSubject,
    work: () => Promise<Result>,
  ): Promise<Result>;
}
