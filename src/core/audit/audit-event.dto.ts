import { ChoiceParam, IntegerParam, TextParam } from '../../http/input/params.js';
import { normalizeAddress } from '../../http/server/client-address.js';
import { PastTimestampParam } from '../../http/input/time-params.js';
import { PageParams } from '../../http/pagination/page.js';
import {
  AUDIT_ACTIONS,
  SUBJECT_TYPES,
  type AuditAction,
  type SubjectType,
} from './audit-actions.js';

const IdParam = (description: string) =>
  IntegerParam({ description, required: false, min: 1, max: Number.MAX_SAFE_INTEGER });

export class ListAuditEventsParams extends PageParams {
  @ChoiceParam(AUDIT_ACTIONS, { description: 'Only events with this action.', required: false })
  action?: AuditAction;

  @IdParam('Only events caused with the token of this user.') caller_id?: number;

  @IdParam('Only events whose effective user is this one.') actor_id?: number;

  @ChoiceParam(SUBJECT_TYPES, {
    description: 'Only events about one thing of this type. Needs `subject_id`.',
    required: false,
  })
  subject_type?: SubjectType;

  @IdParam('The id of that thing. Needs `subject_type`.') subject_id?: number;

  @TextParam({
    description: 'Only events from this IP address.',
    required: false,
    max: 45,
    normalize: (text) => normalizeAddress(text.trim()) ?? text,
    check: (text) => (normalizeAddress(text) === null ? 'is invalid' : null),
    formats: ['ipv4', 'ipv6'],
    example: '192.0.2.1',
  })
  ip?: string;

  @PastTimestampParam({ description: 'Only events at or after this time.', required: false })
  created_after?: number;

  @PastTimestampParam({ description: 'Only events before this time.', required: false })
  created_before?: number;

  @ChoiceParam(['json', 'jsonl'], {
    description:
      '`jsonl` returns all events that match, one JSON object on each line, instead of a page.',
    required: false,
    default: 'json',
  })
  format?: 'json' | 'jsonl';
}
