import { Injectable } from '@nestjs/common';
import { MAX_LISTED } from './sync-report.js';

/** Times in milliseconds. Tests make them shorter. */
@Injectable()
export class SyncLimits {
  /** How often the holder of the lease counts up. */
  renewalMs = 2_000;
  /** A lease whose count stood still for this long belongs to a process that has died. */
  abandonedMs = 15_000;
  /** How often an instance that wants the lease looks at it. */
  pollMs = 500;
  /** The first run of a service starts within this time. */
  maxFirstDelayMs = 60_000;
  /** Identities a page. Requests wait while a page is read. */
  usersPerPage = 60;
  /** How many users a run looks up of those that it would block, once it is certain that it will be held. */
  heldLookups = MAX_LISTED;
  /** The longest rest between two steps. A shorter one is twice as long as the work before it. */
  maxRestMs = 10;
}
