import { BooleanParam, ChoiceParam } from '../../http/input/params.js';
import { PastTimestampParam } from '../../http/input/time-params.js';
import { Unsupported } from '../../http/input/unsupported.js';
import {
  AssigneeParam,
  NumberedItemInput,
  ItemPageParams,
  TitleParam,
} from '../numbered-items/numbered-item.dto.js';

const ConfidentialParam = (more: { default: boolean } | { example: boolean }) =>
  BooleanParam({
    description: 'Visible only to the author, the assignee, and members from reporter up.',
    required: false,
    ...more,
  });

class IssueInput extends NumberedItemInput {
  @AssigneeParam('reporter') assignee_id?: number;

  @ConfidentialParam({ example: false }) confidential?: boolean;
}

export class CreateIssueInput extends IssueInput {
  @TitleParam(true) title!: string;
  @ConfidentialParam({ default: false }) declare confidential?: boolean;

  @PastTimestampParam({
    description:
      'Time when it was opened. Ignored unless the caller is an administrator or the project owner.',
    required: false,
  })
  created_at?: number;
}

export class UpdateIssueInput extends IssueInput {
  @TitleParam(false) title?: string;

  @ChoiceParam(['close', 'reopen'], {
    description: 'Closes or reopens the issue.',
    required: false,
  })
  state_event?: 'close' | 'reopen';
}

@Unsupported('confidential', 'due_date')
export class ListIssuesParams extends ItemPageParams {
  @ChoiceParam(['opened', 'closed', 'all'], {
    description: 'Only issues in this state.',
    required: false,
    default: 'all',
  })
  state?: 'opened' | 'closed' | 'all';
}
