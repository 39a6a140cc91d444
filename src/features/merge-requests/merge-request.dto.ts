import { ChoiceParam, TextParam } from '../../http/input/params.js';
import { Unsupported } from '../../http/input/unsupported.js';
import {
  AssigneeParam,
  NumberedItemInput,
  ItemPageParams,
  TitleParam,
} from '../numbered-items/numbered-item.dto.js';

const BranchParam = (description: string, example: string, required = true) =>
  TextParam({ description, required, singleLine: true, example });
const TargetParam = (required: boolean) => BranchParam('Branch to merge into.', 'master', required);

class MergeRequestInput extends NumberedItemInput {
  @AssigneeParam('developer') assignee_id?: number;
}

export class CreateMergeRequestInput extends MergeRequestInput {
  @TitleParam(true) title!: string;
  @BranchParam('Branch with the changes.', 'carry') source_branch!: string;
  @TargetParam(true) target_branch!: string;
}

const EVENTS = ['close', 'reopen', 'merge'] as const;
export type MergeRequestEvent = (typeof EVENTS)[number];

export class UpdateMergeRequestInput extends MergeRequestInput {
  @TitleParam(false) title?: string;
  @TargetParam(false) target_branch?: string;

  @ChoiceParam(EVENTS, {
    description:
      'Closes, reopens or merges the merge request. Merging requires the developer level.',
    required: false,
  })
  state_event?: MergeRequestEvent;
}

@Unsupported('source_branch', 'target_branch', 'wip', 'reviewer_id')
export class ListMergeRequestsParams extends ItemPageParams {
  @ChoiceParam(['opened', 'closed', 'merged', 'all'], {
    description: 'Only merge requests in this state.',
    required: false,
    default: 'all',
  })
  state?: 'opened' | 'closed' | 'merged' | 'all';
}
