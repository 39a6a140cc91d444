/** Levels of projects and snippets. */
export const Visibility = { private: 0, internal: 10, public: 20 } as const;

/** Access levels in a project. Members have `guest` to `master`, the project's owner has `owner`. */
export const Level = {
  none: 0,
  guest: 10,
  reporter: 20,
  developer: 30,
  master: 40,
  owner: 50,
  admin: 60,
} as const;
