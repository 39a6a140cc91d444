import type { INestApplicationContext } from '@nestjs/common';
import { EXIT_CODES } from '../config/exit-code.js';
import { currentTime } from '../database/clock.js';
import { Doctor, type Examination, type Finding } from '../doctor/doctor.service.js';
import { OutboxLimits } from '../mail/outbox-limits.js';
import { OutboxRepository, type QueueState } from '../mail/outbox.repository.js';
import { Operator } from './operator.js';
import { showRows } from './progress.js';
import type { Report } from './with-service.js';

export interface DoctorFlags {
  repair?: boolean;
  json?: boolean;
}

/** Examines all rows, and says what is wrong with them. */
export async function examine(
  app: INestApplicationContext,
  { repair = false }: DoctorFlags,
): Promise<Report> {
  const progress = showRows();
  const found = await app
    .get(Doctor, { strict: false })
    .examine({
      ...(repair && { repairAs: new Operator() }),
      progress: progress.show,
      onFiles: () => {
        progress.begin('the database checks its files');
      },
    })
    .finally(progress.end);
  const { findings, damage, unfinishedDeletions } = found;
  const isSound = damage.length === 0 && findings.every(isRepaired);
  const mails = await queueOf(app);
  return {
    text: linesOf(found, mails, isSound).join('\n'),
    data: {
      sound: isSound,
      findings: findings.map(({ rule: { table, text, repair }, ...rows }) => ({
        ...{ table, rule: text, repairable: repair !== undefined },
        ...rows,
      })),
      damage,
      unfinished_deletions: unfinishedDeletions,
      mails,
    },
    exitCode: isSound ? 0 : EXIT_CODES.data,
  };
}

interface MailQueue {
  waiting: number;
  /** Those of them with an attempt that failed, or that runs. */
  tried: number;
  /** When the oldest was written; null if none waits. */
  oldest: string | null;
  /** The oldest waits for more than a day. Without a mail server, mails wait until there is one. */
  overdue: boolean;
}

async function queueOf(app: INestApplicationContext): Promise<MailQueue> {
  const { waiting, tried, oldest }: QueueState = await app
    .get(OutboxRepository, { strict: false })
    .queue();
  const { giveUpMs } = app.get(OutboxLimits, { strict: false });
  return {
    waiting,
    tried,
    oldest: oldest === null ? null : new Date(oldest).toISOString(),
    overdue: oldest !== null && currentTime() - oldest > giveUpMs,
  };
}

function describeMails({ waiting, oldest, overdue }: MailQueue): string {
  if (oldest === null) return 'No mail waits to be sent.';
  const state = `Mails that wait to be sent: ${waiting}, the oldest since ${oldest}.`;
  return overdue
    ? `${state} That is more than a day: see whether SMTP_URL is set and the service runs, and what forgenote check says.`
    : state;
}

const isRepaired = ({ rows, repaired }: Finding) => rows === repaired;

function linesOf(
  { findings, damage, unfinishedDeletions }: Examination,
  mails: MailQueue,
  isSound: boolean,
): string[] {
  const lines = [
    ...damage.map((text) => `The database is damaged: ${text}. Restore the last backup.`),
    ...findings.map(describe),
  ];
  if (unfinishedDeletions > 0)
    lines.push(`Unfinished deletions: ${unfinishedDeletions}. The service finishes them.`);
  // Information: a queue of mails is no fault of the data, and does not change the exit code.
  lines.push(describeMails(mails));
  if (isSound)
    lines.push(findings.length > 0 ? 'Everything is repaired.' : 'Nothing is wrong with the data.');
  return lines;
}

function describe(finding: Finding): string {
  const { rule, rows, ids, repaired } = finding;
  const more = rows > ids.length ? ', ...' : '';
  const what = `Not true: each row of ${rule.table} ${rule.text}. Rows: ${rows} (ids ${ids.join(', ')}${more}).`;
  if (isRepaired(finding)) return `${what} Repaired.`;
  if (rule.repair) return `${what} ${repaired} repaired: run this again with --repair.`;
  return `${what} Only a backup has what is missing: restore it, or delete these rows through the interface.`;
}
