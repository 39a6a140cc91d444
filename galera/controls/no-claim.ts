/** A service whose decisions lock rows, but write none: each node of a cluster decides alone. */
import { Unit } from '../../src/database/unit.js';

const prototype = Unit.prototype as unknown as Record<'claim', () => Promise<void>>;
prototype.claim = () => Promise.resolve();
