import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../base/config/config.js';
import { DirectoryStateRepository } from '../directory/directory-state.repository.js';
import { confirmCommand, reasonOfHold, type SyncSummary } from './sync-report.js';

/** `/health` asks, and answers within 200 ms also when the database does not respond. */
const PATIENCE_MS = 100;
const DETAILS = 'See the log, or the output of the command, for the reason.';

/** What an operator has to know about the last synchronization. It names no users and no values of settings. */
@Injectable()
export class DirectoryWarnings {
  private latest: string[] = [];

  constructor(
    private readonly state: DirectoryStateRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Never throws. Without an answer of the database, returns what it said last. */
  async list(): Promise<string[]> {
    const { directory } = this.config;
    if (!directory) return [];
    const over = new AbortController();
    const timeout = delay(PATIENCE_MS, undefined, { signal: over.signal });
    await Promise.race([this.refresh(directory.provider), timeout]).catch(() => undefined);
    over.abort();
    timeout.catch(() => undefined);
    return this.latest;
  }

  private async refresh(provider: string): Promise<void> {
    const lastRun = await this.state.findLastRun(provider);
    this.latest = lastRun === null ? [] : warningsOf(JSON.parse(lastRun) as SyncSummary);
  }
}

function warningsOf({ run, startedAt, held, failed, warnings }: SyncSummary): string[] {
  if (failed !== null) return [`The last synchronization with the directory failed. ${DETAILS}`];
  if (held)
    return [
      `The synchronization with the directory is held: ${reasonOfHold(held)}. It is the run ${run} of ${startedAt}. Run forgenote ldap sync --dry-run, then ${confirmCommand(held)}.`,
    ];
  if (warnings.length > 0)
    return [`The last synchronization with the directory has warnings. ${DETAILS}`];
  return [];
}
