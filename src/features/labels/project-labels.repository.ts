import type { Actor } from '../../core/auth/actor.js';
import { FeatureRepository } from '../../database/feature-repository.js';
import { Listing } from '../../database/listing.js';
import { columns, type Row } from '../../database/rows.js';
import { statement } from '../../database/statement.js';
import type { Page, PageParams } from '../../http/pagination/page.js';
import { paginate } from '../../http/pagination/paginate.js';
import { ISSUE_VISIBLE } from '../issues/issues.repository.js';
import { MERGE_REQUEST_VISIBLE } from '../merge-requests/merge-requests.repository.js';
import { Label } from '../numbered-items/label.entity.js';
import { labelKey } from '../numbered-items/label-names.js';
import { JOIN_MEMBERSHIP } from '../projects/project-visibility.js';

/** A label with the numbers of its items that the viewer sees. */
export type LabelRow = Row<Label> & {
  /** A JSON array of the open and the closed ones. */
  issue_counts: string;
  open_merge_requests_count: number;
};

const JOINS = `JOIN projects p ON p.id = l.project_id ${JOIN_MEMBERSHIP}`;
const linked = (type: string, table: string, alias: string) =>
  `label_links k JOIN ${table} ${alias} ON ${alias}.id = k.item_id
   WHERE k.label_id = l.id AND k.item_type = '${type}'`;
const sum = (condition: string) => `COALESCE(SUM(${condition}), 0)`;
// One read of the issues for both numbers.
const COLUMNS = `${columns(Label, 'l')},
  (SELECT CAST(JSON_ARRAY(${sum("i.state <> 'closed'")}, ${sum("i.state = 'closed'")}) AS CHAR)
   FROM ${linked('Issue', 'issues', 'i')} AND (${ISSUE_VISIBLE})) AS issue_counts,
  (SELECT COUNT(*) FROM ${linked('MergeRequest', 'merge_requests', 'mr')}
   AND mr.state IN ('opened', 'reopened') AND (${MERGE_REQUEST_VISIBLE})) AS open_merge_requests_count`;

const LABELS = new Listing<LabelRow>({
  table: 'labels l',
  where: 'l.project_id = :project AND l.name_key IS NOT NULL',
  joins: JOINS,
  columns: COLUMNS,
});
const LABEL = statement<LabelRow>(
  `SELECT ${COLUMNS} FROM labels l ${JOINS} WHERE l.project_id = :project AND l.name_key = :name_key`,
);

/** The labels of a project. */
export class ProjectLabelsRepository extends FeatureRepository<Label> {
  /** In alphabetical order. */
  list(actor: Actor, project: number, params: PageParams): Promise<Page<LabelRow>> {
    const values = { ...actor.viewer, project };
    return paginate(LABELS.rows(this.database, 'asc', values, {}, 'name_key'), params);
  }

  findNamed(actor: Actor, project: number, name: string): Promise<LabelRow | null> {
    return this.statements.row(LABEL, { ...actor.viewer, project, name_key: labelKey(name) });
  }
}
