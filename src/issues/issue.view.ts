import type { PublicUrl } from '../http/routing/public-url.js';
import { boolean, Field, nothing, string } from '../http/schema/schema.js';
import { IssueFieldsView } from './issue-fields.view.js';
import type { IssueRow } from './issues.repository.js';

export class IssueView extends IssueFieldsView {
  @Field(
    string('A reopened issue counts as opened in filters.', {
      enum: ['opened', 'reopened', 'closed'],
    }),
  )
  state: string;
  @Field(boolean('Seen by its author, its assignee, and reporters and up.')) confidential: boolean;
  @Field(nothing('Always null.')) due_date: null;

  constructor(issue: IssueRow, urls: PublicUrl) {
    super(issue, urls, 'issues');
    this.state = issue.state;
    this.confidential = issue.confidential === 1;
    this.due_date = null;
  }
}
