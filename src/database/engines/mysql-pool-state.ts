import type { Pool } from 'mysql2';
import type { PoolState } from '../engine.js';

/** The driver has no public counts. A test compares these with the statements that run. */
interface PoolInternals {
  config: { connectionLimit: number };
  _allConnections: { length: number };
  _freeConnections: { length: number };
  _connectionQueue: { length: number };
}

export function poolState(pool: PoolState['pool'], of: Pool): PoolState {
  const { config, _allConnections, _freeConnections, _connectionQueue } =
    of as unknown as PoolInternals;
  const idle = _freeConnections.length;
  return {
    pool,
    limit: config.connectionLimit,
    busy: _allConnections.length - idle,
    idle,
    waiting: _connectionQueue.length,
  };
}
