import type { Unit } from '../database/database.js';
import type { DirectoryStates } from './directory-states.service.js';
import { parseSummary } from './sync-report.js';

/** What an operator has confirmed: a run may block as many users as the held run reported. */
export class Confirmation {
  constructor(
    /** How many users that are; 0 if no run is held. */
    readonly blocks: number,
    /** The number that the operator gave: the run blocks no more, even if LDAP_BLOCK_LIMIT is higher. */
    readonly atMost: number,
    private readonly states: DirectoryStates,
    private readonly provider: string,
    /** The id of the confirmed run, which holds the lease. */
    private readonly run: string,
  ) {}

  /**
   * Subtracts one from the stored number of the held run, in the unit of work that blocks a user. If the run is killed,
   * only the remaining users need another confirmation. Call it after the lease was confirmed, which locks the row.
   */
  async countBlock(unit: Unit): Promise<void> {
    const states = unit.withRepository(this.states.repository);
    const stored = await states.findLastRun(this.provider);
    const summary = stored === null ? null : parseSummary(stored);
    if (!summary?.held) return;
    const wouldBlock = summary.held.wouldBlock - 1;
    const held = wouldBlock > 0 ? { ...summary.held, wouldBlock } : null;
    const lastRun = JSON.stringify({ ...summary, held });
    await states.finishRun(this.provider, this.run, lastRun);
  }
}
