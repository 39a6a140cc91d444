import type { SyncProgress } from '../directory-sync/sync-report.js';

const INTERVAL_MS = 500;
const PHASES = { counting: 'read', applying: 'applied' };

/** Shows the progress of a synchronization, as `progressLine` does. */
export function showProgress(provider: string): {
  show: (progress: SyncProgress) => void;
  end: () => void;
} {
  const line = progressLine();
  return {
    show({ phase, entries, of }) {
      const total = of === null ? '' : ` of ${of}`;
      line.show(`${provider}: ${PHASES[phase]} ${entries}${total} entries`);
    },
    end: line.end,
  };
}

/** Shows the progress of a copy, as `progressLine` does. */
export function showRows(): { show: (table: string, rows: number) => void; end: () => void } {
  const line = progressLine();
  return {
    show(table, rows) {
      line.show(`${table}: ${rows} rows`);
    },
    end: line.end,
  };
}

/** Shows texts on stderr: one line that changes on a terminal, nothing elsewhere. */
function progressLine(): { show: (text: string) => void; end: () => void } {
  const { stderr } = process;
  let shownAt = -Infinity;
  return {
    show(text) {
      if (!stderr.isTTY || performance.now() - shownAt < INTERVAL_MS) return;
      shownAt = performance.now();
      stderr.write(`\r\u001B[K${text}`);
    },
    end() {
      if (stderr.isTTY) stderr.write('\r\u001B[K');
    },
  };
}

/** With one digit. */
export const secondsSince = (started: number): number =>
  Math.round((performance.now() - started) / 100) / 10;
