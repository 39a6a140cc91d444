import type { EventAction } from '../../core/event-recording/event-recorder.js';
import type { Person } from '../../core/auth/actor.js';
import { Invalid } from '../../http/errors/errors.js';
import { iso } from '../../http/schema/iso.js';
import type { CreatePushEventInput } from './event.dto.js';

/** The stored part of a push. Project and user are joined when the event is read. */
export interface PushData {
  before: string;
  after: string;
  ref: string;
  commits: {
    id: string;
    message: string;
    timestamp: string;
    url: string | null;
    author: { name: string; email: string };
  }[];
  total_commits_count: number;
}

const isZeros = (commit: string): boolean => /^0+$/.test(commit);

/** @throws Invalid `before` and `after` are both zeros */
export function pushAction({ before, after }: CreatePushEventInput): EventAction {
  if (isZeros(before) && isZeros(after)) throw new Invalid({ after: ['is invalid'] });
  if (isZeros(before)) return 'pushed new';
  return isZeros(after) ? 'deleted' : 'pushed to';
}

export function pushData(params: CreatePushEventInput, pusher: Person, now: number): PushData {
  const { before, after, ref, commits = [], total_commits_count = commits.length } = params;
  const { name, email } = pusher;
  return {
    before,
    after,
    ref,
    commits: commits.map(({ id, message, timestamp = iso(now), url = null, author }) => ({
      ...{ id, message, timestamp, url },
      author: author ?? { name, email },
    })),
    total_commits_count,
  };
}
