import { BooleanParam, ChoiceParam, PastTimestampParam } from '../http/input/params.js';
import {
  AssigneeParam,
  DescriptionParams,
  SortedPageParams,
  TitleParam,
} from './issue-fields.dto.js';

const ConfidentialParam = (preset?: boolean) =>
  BooleanParam({
    description: 'Seen by author, assignee, reporters and up only.',
    required: false,
    default: preset,
  });

class IssueParams extends DescriptionParams {
  @AssigneeParam('reporter') assignee_id?: number;

  @ConfidentialParam() confidential?: boolean;
}

export class CreateIssueParams extends IssueParams {
  @TitleParam(true) title!: string;
  @ConfidentialParam(false) declare confidential?: boolean;

  @PastTimestampParam({
    description: 'When it was opened; counts for administrators and the owner.',
    required: false,
  })
  created_at?: number;
}

export class UpdateIssueParams extends IssueParams {
  @TitleParam(false) title?: string;

  @ChoiceParam(['close', 'reopen'], {
    description: 'Closes or reopens it.',
    example: 'close',
    required: false,
  })
  state_event?: 'close' | 'reopen';
}

export class ListIssuesParams extends SortedPageParams {
  @ChoiceParam(['opened', 'closed', 'all'], {
    description: 'Which issues.',
    required: false,
    default: 'all',
  })
  state?: 'opened' | 'closed' | 'all';
}
