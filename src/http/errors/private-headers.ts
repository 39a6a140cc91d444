/** What is answered depends on who asks; and no browser takes it for another type than it is said to be. */
export const PRIVATE = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
};
