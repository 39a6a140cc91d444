import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs before a signal ends the process, to remove what is not complete. The process still ends by that signal.
 *
 * @param cleanUp must be synchronous
 * @returns what undoes this
 */
export function beforeSignal(cleanUp: () => void): () => void {
  const forget = () => {
    for (const signal of SIGNALS) process.removeListener(signal, onSignal);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    forget();
    try {
      cleanUp();
    } finally {
      process.kill(process.pid, signal);
      // The first process of a container does not end by a signal that it sends to itself.
      process.exit(128 + constants.signals[signal]);
    }
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return forget;
}
