import type { DirectoryConfig } from '../config/config.js';

const DEFAULT_USERS = 5;
const DEFAULT_PERCENT = 5;

/** How many users one run may block, of the users it knows. */
export function blockLimit({ blockLimit: limit }: DirectoryConfig, known: number): number {
  const share = (percent: number) => Math.floor((known * percent) / 100);
  if (limit === null) return Math.max(DEFAULT_USERS, share(DEFAULT_PERCENT));
  return 'users' in limit ? limit.users : share(limit.percent);
}
