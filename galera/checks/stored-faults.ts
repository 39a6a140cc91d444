import { withConnection } from '../../torture/database/connection.js';
import { brokenInvariants } from '../../torture/database/invariants.js';
import { compareWithLedger } from '../../torture/ledger/check.js';
import type { Ledger } from '../../torture/ledger/ledger.js';

/** What the database has or lacks against the ledger and the invariants, one sentence each. */
export function storedFaults(url: string, ledger: Ledger): Promise<string[]> {
  return withConnection(url, async (connection) => {
    // The node has everything that others have committed.
    await connection.run('SET SESSION wsrep_sync_wait = 15');
    return [
      ...(await compareWithLedger(connection, ledger)),
      ...(await brokenInvariants(connection)),
    ];
  });
}
