import { ACTIONS, type EventAction } from '../../core/event-recording/event-recorder.js';
import { ChoiceParam, IntegerParam, ListParam, TextParam } from '../../http/input/params.js';
import { MAX_TEXT } from '../../http/input/text-length.js';
import { DateParam } from '../../http/input/time-params.js';
import { PageParams } from '../../http/pagination/page.js';
import { string, type Schema } from '../../http/schema/schema.js';

const TARGETS = ['Issue', 'MergeRequest', 'Note'] as const;
export type EventTarget = (typeof TARGETS)[number];

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
    description: '`desc` for newest first, `asc` for oldest first.',
    required: false,
    default: 'desc',
  })
  sort?: 'asc' | 'desc';
}

/** A commit as the client sends it. Missing fields are filled in from the push. */
interface PushedCommit {
  id: string;
  message: string;
  timestamp?: string;
  url?: string;
  author?: { name: string; email: string };
}

const COMMIT: Schema = {
  type: 'object',
  properties: {
    id: string('Id of the commit.', { minLength: 1, maxLength: 255 }),
    message: string('Message of the commit.', { maxLength: MAX_TEXT }),
    timestamp: string('When the commit was made. Default: the time of the push.', {
      maxLength: 255,
    }),
    url: string('Page of the commit.', { maxLength: 2_000 }),
    author: {
      type: 'object',
      description: 'Author of the commit. Default: the user who pushed.',
      properties: {
        name: string('Name.', { maxLength: 255 }),
        email: string('Address.', { maxLength: 255 }),
      },
      required: ['name', 'email'],
    },
  },
  required: ['id', 'message'],
};

const LineParam = (description: string, example: string) =>
  TextParam({ description, singleLine: true, example });

export class CreatePushEventInput {
  @LineParam(
    'The commit that the ref pointed to. Zeros if the ref is new.',
    '95790bf891e76fee5e1747ab589903a6a1f80f22',
  )
  before!: string;
  @LineParam(
    'The commit that the ref points to now. Zeros if the ref was deleted.',
    'da1560886d4f094c3e6c9ef40349f7d38b5d27d7',
  )
  after!: string;
  @LineParam('The ref, such as `refs/heads/master`.', 'refs/heads/master') ref!: string;

  @ListParam({
    description: 'The pushed commits.',
    required: false,
    items: COMMIT,
    max: 1_000,
    example: [{ id: 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7', message: 'Carry ahead' }],
  })
  commits?: PushedCommit[];

  @IntegerParam({
    description: 'Number of pushed commits, if `commits` does not contain all of them.',
    example: 1,
    required: false,
    min: 0,
  })
  total_commits_count?: number;
}
