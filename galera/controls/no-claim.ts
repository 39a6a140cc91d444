/**
 * A service whose decisions lock rows, but write none: each node of a cluster decides alone. Its clock stands still, because
 * a new `updated_at` would also change the row: two requests in one millisecond do not have it.
 */
import { useClocks } from '../../src/database/clock.js';
import { Unit } from '../../src/database/unit.js';

const prototype = Unit.prototype as unknown as Record<'claim', () => Promise<void>>;
prototype.claim = () => Promise.resolve();

/** For all services the same. */
const TIME = Date.UTC(2040, 0, 1);
const clock = { now: () => TIME, latest: TIME };
useClocks(() => clock);
