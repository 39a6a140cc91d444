import { constants, getPriority, setPriority } from 'node:os';
import { readConfig } from '../config/config.js';
import { loadEnvironment } from '../config/environment.js';
import { EXIT_CODES } from '../config/exit-code.js';
import { DirectorySync } from '../directory-sync/directory-sync.service.js';
import { SyncRunning } from '../directory-sync/sync-lease.js';
import type { HeldRun, SyncReport } from '../directory-sync/sync-report.js';
import { errorText } from '../log/loggable.js';
import { chosenDirectories } from './chosen-directories.js';
import { showProgress } from './progress.js';
import { describeConfirmed, describeReport } from './sync-report.text.js';
import { quietly, type CreateApp } from './with-service.js';

export interface SyncFlags {
  dryRun?: boolean;
  /** At most as many blocks as the number. */
  confirm?: boolean | number;
  json?: boolean;
}

/** Synchronizes the directories one after the other, and prints their reports. Returns the exit code. */
export async function synchronize(
  createApp: CreateApp,
  only: string | undefined,
  words: SyncFlags,
): Promise<number> {
  yieldToRequests();
  const config = readConfig(loadEnvironment());
  const directories = chosenDirectories(config, only);
  const app = await createApp(quietly(config));
  const reports: SyncReport[] = [];
  let exitCode = 0;
  try {
    for (const { provider } of directories) {
      const progress = showProgress(provider);
      const say = (text: string) => {
        progress.end();
        console.error(text);
      };
      const options = {
        ...words,
        onProgress: progress.show,
        onConfirm: (held: HeldRun | null) => {
          say(describeConfirmed(provider, held, words.confirm ?? false));
        },
        onDefect: (error: unknown) => {
          say(errorText(error));
        },
      };
      try {
        const report = await app.get(DirectorySync).run(provider, options).finally(progress.end);
        reports.push(report);
        if (!words.json) console.log(describeReport(report));
        exitCode ||= exitCodeOf(report);
      } catch (error) {
        if (!(error instanceof SyncRunning)) throw error;
        console.error(error.message);
        exitCode ||= EXIT_CODES.temporary;
      }
    }
  } finally {
    await app.close();
  }
  if (words.json) console.log(JSON.stringify(reports, null, 2));
  return exitCode;
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
