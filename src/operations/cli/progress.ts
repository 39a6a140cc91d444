import type { SyncProgress } from '../../sign-in/directory-sync/sync-report.js';

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

interface RowProgress {
  show: (table: string, rows: number) => void;
  /** For work without steps: shown at once, because nothing else is shown until it ends. */
  begin: (text: string) => void;
  end: () => void;
}

/** Shows the progress of a copy, as `progressLine` does. */
export function showRows(): RowProgress {
  const line = progressLine();
  return {
    show(table, rows) {
      line.show(`${table}: ${rows} rows`);
    },
    begin(text) {
      line.show(text, { atOnce: true });
    },
    end: line.end,
  };
}

/** Shows texts on stderr: one line that changes on a terminal, nothing elsewhere. */
function progressLine(): {
  show: (text: string, options?: { atOnce: boolean }) => void;
  end: () => void;
} {
  const { stderr } = process;
  let shownAt = -Infinity;
  let isShown = false;
  return {
    show(text, { atOnce } = { atOnce: false }) {
      if (!stderr.isTTY || (!atOnce && performance.now() - shownAt < INTERVAL_MS)) return;
      shownAt = performance.now();
      isShown = true;
      stderr.write(`\r\u001B[K${text}`);
    },
    end() {
      if (isShown) stderr.write('\r\u001B[K');
      isShown = false;
    },
  };
}

/** With one decimal. */
export const secondsSince = (started: number): number =>
  Math.round((performance.now() - started) / 100) / 10;
