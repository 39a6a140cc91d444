import type { SyncProgress } from '../directory-sync/sync-report.js';

const INTERVAL_MS = 500;
const PHASES = { counting: 'read', applying: 'applied' };

/** Shows the progress on stderr: one line that changes on a terminal, nothing elsewhere. */
export function showProgress(provider: string): {
  show: (progress: SyncProgress) => void;
  end: () => void;
} {
  const { stderr } = process;
  let shownAt = -Infinity;
  return {
    show({ phase, entries, of }) {
      if (!stderr.isTTY || performance.now() - shownAt < INTERVAL_MS) return;
      shownAt = performance.now();
      const total = of === null ? '' : ` of ${of}`;
      stderr.write(`\r\u001B[K${provider}: ${PHASES[phase]} ${entries}${total} entries`);
    },
    end() {
      if (stderr.isTTY) stderr.write('\r\u001B[K');
    },
  };
}
