import type { PublicUrl } from '../../http/routing/public-url.js';
import { boolean, Field, nothing, string } from '../../http/schema/schema.js';
import { NumberedItemView } from '../numbered-items/numbered-item.view.js';
import type { IssueRow } from './issues.repository.js';

export class IssueView extends NumberedItemView {
  @Field(
    string('State. The filter `opened` includes reopened issues.', {
      enum: ['opened', 'reopened', 'closed'],
    }),
  )
  state: string;
  @Field(
    boolean('True if only the author, the assignee, and members from reporter up see the issue.'),
  )
  confidential: boolean;
  @Field(nothing('Always null.')) due_date: null;

  constructor(issue: IssueRow, urls: PublicUrl) {
    super(issue, urls, 'issues');
    this.state = issue.state;
    this.confidential = issue.confidential === 1;
    this.due_date = null;
  }
}
