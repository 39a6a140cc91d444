import { Injectable } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import { AuditTrail, type AuditAuthor } from '../audit/audit-trail.service.js';
import { Database } from '../../database/database.js';
import { RequestScope } from '../../database/request-scope.js';
import { DeletionService } from '../deletion/deletion.service.js';
import { DoctorRepository } from './doctor.repository.js';
import type { Rule } from './rule.js';
import { Rules } from './rules.js';

/** Rows that break a rule. */
export interface Finding {
  rule: Rule;
  /** Of the first rows. */
  ids: number[];
  rows: number;
  repaired: number;
}

export interface Examination {
  findings: Finding[];
  /** What the database says of its own files. */
  damage: string[];
  /** Deletions that have begun: the service finishes them. */
  unfinishedDeletions: number;
}

interface ExaminedRule {
  finding: Finding;
  /** Not 0 if they kept the rule from being applied to all rows. */
  unfinishedDeletions: number;
}

interface ExaminationOptions {
  /** Who repairs. Without it nothing is changed. */
  repairAs?: Actor & AuditAuthor;
  /** @param rows that were looked at */
  progress?: (table: string, rows: number) => void;
  /** Called before the database looks at its own files, which takes long. */
  onFiles?: () => void;
}

const MAX_IDS = 10;

/** Examines the rows of all features, while the service may run. */
@Injectable()
export class Doctor {
  constructor(
    private readonly rules: Rules,
    private readonly repository: DoctorRepository,
    private readonly database: Database,
    private readonly deletions: DeletionService,
    private readonly audit: AuditTrail,
  ) {}

  async examine(options: ExaminationOptions = {}): Promise<Examination> {
    let unfinishedDeletions = await this.deletions.countUnfinished();
    const findings: Finding[] = [];
    for (const rule of this.rules.all()) {
      if (rule.waitsForDeletions && unfinishedDeletions > 0) continue;
      const examined = await this.examineRule(rule, options);
      if (examined.finding.rows > 0) findings.push(examined.finding);
      unfinishedDeletions ||= examined.unfinishedDeletions;
    }
    options.onFiles?.();
    return { findings, damage: await this.repository.damage(), unfinishedDeletions };
  }

  /** If the rule waits for deletions, and one has begun meanwhile, the rows from there on are left out. */
  private async examineRule(rule: Rule, options: ExaminationOptions): Promise<ExaminedRule> {
    const finding: Finding = { rule, ids: [], rows: 0, repaired: 0 };
    let seen = 0;
    for await (const examined of this.repository.broken(rule)) {
      options.progress?.(rule.table, (seen += examined.looked));
      let { ids } = examined;
      if (rule.waitsForDeletions && ids.length > 0) {
        // Count first: a deletion that begins later does not explain what was found. Rows of a deletion that began and
        // ended since are gone when the rule is applied again.
        const unfinishedDeletions = await this.deletions.countUnfinished();
        if (unfinishedDeletions > 0) return { finding, unfinishedDeletions };
        const remaining = new Set(await examined.findAgain());
        ids = ids.filter((id) => remaining.has(id));
      }
      finding.rows += ids.length;
      finding.ids.push(...ids.slice(0, MAX_IDS - finding.ids.length));
      for (const id of ids) finding.repaired += Number(await this.repair(rule, id, options));
    }
    return { finding, unfinishedDeletions: 0 };
  }

  private async repair(rule: Rule, id: number, { repairAs }: ExaminationOptions): Promise<boolean> {
    const { repair } = rule;
    if (!repair || !repairAs) return false;
    return this.database.unit(RequestScope.background, async (unit) => {
      // Somebody may have changed it since.
      if (!(await this.repository.lockIfBroken(unit, rule, id))) return true;
      await repair.run(unit, id);
      const subject = { type: repair.subject, id };
      const details = { repaired: rule.text };
      await this.audit.record(unit, repairAs, `${repair.subject}.updated`, subject, details);
      return true;
    });
  }
}
