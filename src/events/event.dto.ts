import { ChoiceParam, DateParam, IntegerParam, ListParam, TextParam } from '../http/params.js';
import { PageParams } from '../http/page.js';
import { string, type Schema } from '../http/schema.js';
import { ACTIONS, type EventAction } from './event.entity.js';
import type { EventTarget } from './event.queries.js';

const TARGETS: readonly EventTarget[] = ['Issue', 'MergeRequest', 'Note'];

export class ListEventsParams extends PageParams {
  @ChoiceParam(ACTIONS, { description: 'Only events with this `action_name`.', required: false })
  action?: EventAction;

  @ChoiceParam(TARGETS, {
    description: 'Only events with this `target_type`.',
    required: false,
    aliases: { issue: 'Issue', merge_request: 'MergeRequest', note: 'Note' },
  })
  target_type?: EventTarget;

  @DateParam({ description: 'Only events before this day (UTC).', required: false })
  before?: number;

  @DateParam({ description: 'Only events after this day (UTC).', required: false })
  after?: number;

  @ChoiceParam(['asc', 'desc'], {
    description: 'Newest first, or oldest.',
    required: false,
    default: 'desc',
  })
  sort?: 'asc' | 'desc';
}

/** A commit as it is told; what is left out is filled in from the push. */
export interface PushedCommit {
  id: string;
  message: string;
  timestamp?: string;
  url?: string;
  author?: { name: string; email: string };
}

const COMMIT: Schema = {
  type: 'object',
  properties: {
    id: string('Its id.', { minLength: 1 }),
    message: string('Its message.'),
    timestamp: string('When it was made; the moment of the push when absent.'),
    url: string('Where it is shown.'),
    author: {
      type: 'object',
      description: 'Who wrote it; whoever pushed when absent.',
      properties: { name: string('Name.'), email: string('Address.') },
      required: ['name', 'email'],
    },
  },
  required: ['id', 'message'],
};

const CommitIdParam = (description: string) => TextParam({ description, singleLine: true });

export class CreatePushEventParams {
  @CommitIdParam('The commit the ref pointed to; zeros when it is new.') before!: string;
  @CommitIdParam('The commit it points to now; zeros when it is deleted.') after!: string;
  @CommitIdParam('The ref, such as `refs/heads/master`.') ref!: string;

  @ListParam({ description: 'The commits.', required: false, items: COMMIT, max: 1_000 })
  commits?: PushedCommit[];

  @IntegerParam({
    description: 'How many commits were pushed, where `commits` has not all of them.',
    required: false,
    min: 0,
  })
  total_commits_count?: number;
}
