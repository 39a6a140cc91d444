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
  open_issues_count: number;
  closed_issues_count: number;
  open_merge_requests_count: number;
};

const JOINS = `JOIN projects p ON p.id = l.project_id ${JOIN_MEMBERSHIP}`;
const count = (type: string, table: string, condition: string) =>
  `(SELECT COUNT(*) FROM label_links k JOIN ${table} ON ${table.split(' ')[1] ?? ''}.id = k.item_id
    WHERE k.label_id = l.id AND k.item_type = '${type}' AND ${condition})`;
const countIssues = (state: string) =>
  count('Issue', 'issues i', `i.state ${state} AND (${ISSUE_VISIBLE})`);
const MERGE_REQUESTS = count(
  'MergeRequest',
  'merge_requests mr',
  `mr.state IN ('opened', 'reopened') AND (${MERGE_REQUEST_VISIBLE})`,
);
const COLUMNS = `${columns(Label, 'l')}, ${countIssues("<> 'closed'")} AS open_issues_count,
  ${countIssues("= 'closed'")} AS closed_issues_count, ${MERGE_REQUESTS} AS open_merge_requests_count`;

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
