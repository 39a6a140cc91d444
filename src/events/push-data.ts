import type { EventAction } from '../activity/event-recorder.js';
import type { Person } from '../auth/actor.js';
import { Invalid } from '../http/errors/errors.js';
import { iso } from '../http/schema/iso.js';

import type { CreatePushEventParams } from './event.dto.js';

/** What is kept of a push. What can be read off the project and the person is not. */
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

const isNothing = (commit: string): boolean => /^0+$/.test(commit);

/** @throws Invalid the ref was nothing before and is nothing now */
export function pushAction({ before, after }: CreatePushEventParams): EventAction {
  if (isNothing(before) && isNothing(after)) throw new Invalid({ after: ['is invalid'] });
  if (isNothing(before)) return 'pushed new';
  return isNothing(after) ? 'deleted' : 'pushed to';
}

export function pushData(params: CreatePushEventParams, pusher: Person, now: number): PushData {
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
