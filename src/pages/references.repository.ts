import { ANONYMOUS } from '../core/auth/anonymous.js';
import { FeatureRepository } from '../database/feature-repository.js';
import { serverList, serverText, statement, type Statement } from '../database/statement.js';
import type { Event } from '../features/events/event.entity.js';
import { ISSUE_VISIBLE } from '../features/issues/issues.repository.js';
import { MERGE_REQUEST_VISIBLE } from '../features/merge-requests/merge-requests.repository.js';
import { inProject } from '../features/projects/project-items.repository.js';
import { JOIN_MEMBERSHIP, PROJECT_VISIBLE } from '../features/projects/project-visibility.js';
import { HAS_PAGE } from './profile.repository.js';

const WITH_PAGE: Statement<{ username_key: string }> = {
  ...statement<{ username_key: string }>(
    `SELECT username_key FROM users
     WHERE username_key IN (SELECT value FROM json_each(:usernames)) AND ${HAS_PAGE}`,
  ),
  onServer: statement(
    `SELECT username_key
     FROM JSON_TABLE(:usernames, '$[*]' COLUMNS (mentioned ${serverText(255)} PATH '$')) names
     STRAIGHT_JOIN users ON username_key = mentioned COLLATE utf8mb4_bin AND ${HAS_PAGE}`,
  ),
};

interface NumberRow {
  sign: string;
  iid: number;
}

/** @param project returns a join that finds rows by their numbers, with their project `p` */
const numbers = (project: (table: string, alias: string) => string) =>
  statement<NumberRow>(
    `SELECT '#' AS sign, i.iid FROM ${project('issues', 'i')} ${JOIN_MEMBERSHIP}
     WHERE ${PROJECT_VISIBLE} AND ${ISSUE_VISIBLE}
     UNION ALL
     SELECT '!' AS sign, mr.iid FROM ${project('merge_requests', 'mr')} ${JOIN_MEMBERSHIP}
     WHERE ${PROJECT_VISIBLE} AND ${MERGE_REQUEST_VISIBLE}`,
  );

const VISIBLE_NUMBERS: Statement<NumberRow> = {
  ...numbers(
    (table, alias) =>
      `${table} ${alias} JOIN projects p ON p.id = ${alias}.project_id AND ${inProject(alias)}
       AND ${alias}.iid IN (SELECT value FROM json_each(:${table}))`,
  ),
  // Starts with the numbers: a project may have many issues.
  onServer: numbers(
    (table, alias) =>
      `${serverList(table)}
       STRAIGHT_JOIN ${table} ${alias} ON ${inProject(alias)} AND ${alias}.iid = ids.row_id
       JOIN projects p ON p.id = ${alias}.project_id`,
  ),
};

/** Finds what texts on pages refer to, as anonymous visitors see it. */
export class ReferencesRepository extends FeatureRepository<Event> {
  /**
   * Returns those of the targets that have a page. Reads all users in one statement, and all numbers in another.
   *
   * @param targets `@` and the key of a username, or `#` or `!` and a number of this project
   */
  async findTargets(projectId: number, targets: readonly string[]): Promise<ReadonlySet<string>> {
    const namesOf = (sign: string) =>
      targets.filter((target) => target.startsWith(sign)).map((target) => target.slice(1));
    const found = await Promise.all([
      this.users(namesOf('@')),
      this.numbers(projectId, namesOf('#').map(Number), namesOf('!').map(Number)),
    ]);
    return new Set(found.flat());
  }

  private async users(usernameKeys: string[]): Promise<string[]> {
    if (usernameKeys.length === 0) return [];
    const values = { usernames: JSON.stringify(usernameKeys) };
    const rows = await this.statements.rows(WITH_PAGE, values);
    return rows.map(({ username_key }) => `@${username_key}`);
  }

  private async numbers(
    project: number,
    issues: number[],
    mergeRequests: number[],
  ): Promise<string[]> {
    if (issues.length + mergeRequests.length === 0) return [];
    const rows = await this.statements.rows(VISIBLE_NUMBERS, {
      ...{ project, issues: JSON.stringify(issues), ...ANONYMOUS },
      merge_requests: JSON.stringify(mergeRequests),
    });
    return rows.map(({ sign, iid }) => `${sign}${iid}`);
  }
}
