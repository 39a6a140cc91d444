import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Directories } from '../directory/directories.service.js';
import { DirectoriesRepository } from '../directory/directories.repository.js';
import { confirmCommand, parseSummary, reasonOfHold, type SyncSummary } from './sync-report.js';

/** `/health` asks, and answers within 200 ms also when the database does not respond. */
const PATIENCE_MS = 100;

/** What an operator has to know about the synchronizations. It names no users and no settings. */
@Injectable()
export class DirectoryWarnings {
  private latest: string[] = [];

  constructor(
    private readonly directories: Directories,
    private readonly states: DirectoriesRepository,
  ) {}

  /** Never throws. Without an answer of the database, returns what it said last. */
  async list(): Promise<string[]> {
    if (this.directories.all.length === 0) return [];
    const over = new AbortController();
    const timeout = delay(PATIENCE_MS, undefined, { signal: over.signal });
    await Promise.race([this.refresh(), timeout]).catch(() => undefined);
    over.abort();
    timeout.catch(() => undefined);
    return this.latest;
  }

  private async refresh(): Promise<void> {
    const found = this.directories.all.map(async ({ provider }) => {
      const lastRun = await this.states.findLastRun(provider);
      return lastRun === null ? [] : warningsOf(parseSummary(lastRun));
    });
    this.latest = (await Promise.all(found)).flat();
  }
}

/** Both can be true: a run that fails does not release the one that is held. */
function warningsOf({ provider, held, failed }: SyncSummary): string[] {
  const warnings: string[] = [];
  if (held)
    warnings.push(
      `The synchronization with ${provider} is held: ${reasonOfHold(held)}. It is the run ${held.run} of ${held.startedAt}. Run forgenote ldap sync ${provider} --dry-run, then ${confirmCommand(provider, held)}.`,
    );
  if (failed !== null)
    warnings.push(
      `The last synchronization with ${provider} failed. See the log, or the output of the command, for the reason.`,
    );
  return warnings;
}
