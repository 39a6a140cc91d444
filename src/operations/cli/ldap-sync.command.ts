import { constants, getPriority, setPriority } from 'node:os';
import { readConfig } from '../../base/config/config.js';
import { loadEnvironment } from '../../base/config/environment.js';
import { EXIT_CODES } from '../../base/config/exit-code.js';
import { DirectorySync } from '../../sign-in/directory-sync/directory-sync.service.js';
import { SyncRunning } from '../../sign-in/directory-sync/sync-lease.js';
import type { SyncReport } from '../../sign-in/directory-sync/sync-report.js';
import { errorText } from '../../base/log/loggable.js';
import { showProgress } from './progress.js';
import { requireDirectory } from './require-directory.js';
import { describeReport } from './sync-report.text.js';
import { quietly, type CreateApp } from './with-service.js';

export interface SyncFlags {
  dryRun?: boolean;
  /** The run may block this many users. */
  confirm?: number;
  json?: boolean;
}

/** Synchronizes the directory, and prints the report. Returns the exit code. */
export async function synchronize(
  createApp: CreateApp,
  { json, ...flags }: SyncFlags,
): Promise<number> {
  yieldToRequests();
  const config = readConfig(loadEnvironment());
  const { provider } = requireDirectory(config);
  const app = await createApp(quietly(config));
  const progress = showProgress(provider);
  const onDefect = (error: unknown) => {
    progress.end();
    console.error(errorText(error));
  };
  try {
    const options = { ...flags, onProgress: progress.show, onDefect };
    const report = await app.get(DirectorySync).run(options).finally(progress.end);
    console.log(json ? JSON.stringify(report, null, 2) : describeReport(report));
    return exitCodeOf(report);
  } catch (error) {
    if (!(error instanceof SyncRunning)) throw error;
    console.error(error.message);
    return EXIT_CODES.temporary;
  } finally {
    await app.close();
  }
}

/** A service on the same machine gets most of the time of its processors. */
function yieldToRequests(): void {
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  try {
    // A command that has been started with an even lower priority keeps it.
    if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox may forbid it, such as systemd's filter of system calls. The command then runs as it is.
  }
}

const CODES = {
  directory: EXIT_CODES.data,
  unavailable: EXIT_CODES.unavailable,
  interrupted: EXIT_CODES.temporary,
  defect: EXIT_CODES.software,
} as const;

function exitCodeOf({ failure, held }: SyncReport): number {
  if (failure !== null) return CODES[failure];
  return held ? EXIT_CODES.data : 0;
}
