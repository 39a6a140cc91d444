import type { Random } from '../random.js';
import type { Fault } from './link.js';
import type { Command } from './packets.js';

/** Share of the statements that a fault hits. */
const SHARE = 0.1;

/** After these the outcome of a statement is open: disk full, I/O, shutdown, COMMIT, KILL, lost. */
export const OPEN_CODES = [1021, 1030, 1053, 1180, 1317, 1927, 2013];
/** A server sends these after it rolled back: deadlock, group replication. */
export const ROLLED_BACK_CODES = [1213, 3101];

const STATEMENTS: Record<string, RegExp> = {
  BEGIN: /^(START TRANSACTION|SET autocommit)/,
  INSERT: /^INSERT/,
  'SELECT FOR UPDATE': /^SELECT[^]*FOR UPDATE/,
  UPDATE: /^UPDATE/,
  DELETE: /^DELETE/,
};

const FAULTS: Record<Fault['kind'], ((random: Random) => Fault) | null> = {
  cut: () => ({ kind: 'cut' }),
  'drop-reply': () => ({ kind: 'drop-reply' }),
  'stall-reply': () => ({ kind: 'stall-reply' }),
  'garble-reply': () => ({ kind: 'garble-reply' }),
  'replace-reply': (random) => ({ kind: 'replace-reply', code: random.pick(OPEN_CODES) }),
  'roll-back': (random) => ({ kind: 'roll-back', code: random.pick(ROLLED_BACK_CODES) }),
  // Only COMMIT makes a difference when it comes late.
  hold: null,
};
const KINDS = Object.values(FAULTS).filter((fault) => fault !== null);

export const STATEMENT_KINDS = Object.keys(STATEMENTS);

/** Combinations of a kind of statement and a kind of fault. */
export const COMBINATIONS = STATEMENT_KINDS.length * KINDS.length;

/** Makes each kind of fault equally often with each kind of statement. */
export class StatementFaults {
  /** How often each fault is still wanted, by the kind of statement. */
  private readonly left: Map<string, number[]>;

  /** @param times how often each combination is wanted */
  constructor(times: number) {
    this.left = new Map(STATEMENT_KINDS.map((name) => [name, KINDS.map(() => times)]));
  }

  plan(random: Random, { name, sql }: Command): Fault | undefined {
    if (name !== 'query' && name !== 'execute') return undefined;
    const kind = STATEMENT_KINDS.find((one) => STATEMENTS[one]?.test(sql));
    const left = this.left.get(kind ?? '');
    if (!left || !random.chance(SHARE)) return undefined;
    const most = Math.max(...left);
    if (most === 0) return undefined;
    const chosen = random.pick(left.flatMap((times, i) => (times === most ? [i] : [])));
    left[chosen] = most - 1;
    return KINDS[chosen]?.(random);
  }

  /** `INSERT, UPDATE`: the kinds of statements that have not come often enough. */
  get missing(): string {
    const names = [...this.left].filter(([, left]) => left.some((times) => times > 0));
    return names.map(([name]) => name).join(', ');
  }
}
