import type { INestApplicationContext } from '@nestjs/common';
import { EXIT_CODES } from '../../base/config/exit-code.js';
import { Doctor, type Examination, type Finding } from '../../core/doctor/doctor.service.js';
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
  return {
    text: linesOf(found, isSound).join('\n'),
    data: {
      sound: isSound,
      findings: findings.map(({ rule: { table, text, repair }, ...rows }) => ({
        ...{ table, rule: text, repairable: repair !== undefined },
        ...rows,
      })),
      damage,
      unfinished_deletions: unfinishedDeletions,
    },
    exitCode: isSound ? 0 : EXIT_CODES.data,
  };
}

const isRepaired = ({ rows, repaired }: Finding) => rows === repaired;

function linesOf(
  { findings, damage, unfinishedDeletions }: Examination,
  isSound: boolean,
): string[] {
  const lines = [
    ...damage.map((text) => `The database is damaged: ${text}. Restore the last backup.`),
    ...findings.map(describe),
  ];
  if (unfinishedDeletions > 0)
    lines.push(`Unfinished deletions: ${unfinishedDeletions}. The service finishes them.`);
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
