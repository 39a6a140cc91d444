/** Everything that the audit trail records. The first word is the kind of thing that changes. */
export const AUDIT_ACTIONS = [
  ...(['session.created', 'session.failed'] as const),
  ...(['user.created', 'user.updated', 'user.deleted'] as const),
  ...(['user.blocked', 'user.unblocked', 'user.identity_removed'] as const),
  ...(['user.token_reset', 'user.token_shown'] as const),
  ...(['key.added', 'key.removed'] as const),
  ...(['email.added', 'email.confirmed', 'email.removed'] as const),
  ...(['member.added', 'member.updated', 'member.removed'] as const),
  ...(['issue.created', 'merge_request.created', 'snippet.created'] as const),
  ...(['note.created', 'award.added', 'push_event.created'] as const),
  ...(['project.updated', 'issue.updated', 'merge_request.updated'] as const),
  ...(['snippet.updated', 'note.updated'] as const),
  ...(['project.deleted', 'issue.deleted', 'merge_request.deleted'] as const),
  ...(['snippet.deleted', 'note.deleted', 'award.removed'] as const),
  ...(['database.restored', 'database.migrated'] as const),
  ...(['secret_key.replaced', 'secret_key.lost'] as const),
  'sudo.used',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/**
 * What can be changed. Keys, emails, members and sign-ins are recorded with their user, awards with what they were given
 * to, push events with their project, the secret key with the database.
 */
export const SUBJECT_TYPES = [
  ...(['user', 'project', 'issue', 'merge_request', 'snippet', 'note'] as const),
  'database',
] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];
