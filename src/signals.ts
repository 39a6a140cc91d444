/** One Ctrl-C can arrive twice, from the terminal and from npm. Only a later signal counts as the second one. */
const SECOND_SIGNAL_MS = 1_000;

/** Calls `stop` on the first SIGTERM or SIGINT, and `exit` on a second one. */
export function onStopSignals(stop: (signal: NodeJS.Signals) => void, exit: () => void): void {
  let begin: number | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    if (begin === null) {
      begin = performance.now();
      stop(signal);
    } else if (performance.now() - begin > SECOND_SIGNAL_MS) {
      exit();
    }
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
