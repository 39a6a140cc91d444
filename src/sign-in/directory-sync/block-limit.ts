import type { DirectoryConfig } from '../../base/config/config.js';

const DEFAULT_USERS = 5;
const DEFAULT_SHARE = 0.05;

/** How many users one run may block, of the users it knows. */
export const blockLimit = ({ blockLimit: limit }: DirectoryConfig, known: number): number =>
  limit ?? Math.max(DEFAULT_USERS, Math.floor(known * DEFAULT_SHARE));
