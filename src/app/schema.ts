import { AuditEvent } from '../core/audit/audit-event.entity.js';
import { AwardEmoji } from '../features/awards/award-emoji.entity.js';
import { Deletion } from '../core/deletion/deletion.entity.js';
import { DirectoryState } from '../sign-in/directory/directory-state.entity.js';
import { Email } from '../features/emails/email.entity.js';
import { OutboxMail } from '../features/mail/outbox-mail.entity.js';
import { Event } from '../features/events/event.entity.js';
import { StoredResponse } from '../core/idempotency/stored-response.entity.js';
import { Issue } from '../features/issues/issue.entity.js';
import { Key } from '../features/keys/key.entity.js';
import { MergeRequest } from '../features/merge-requests/merge-request.entity.js';
import { Label, LabelLink } from '../features/numbered-items/label.entity.js';
import { Note } from '../features/notes/note.entity.js';
import { ProjectMember } from '../features/projects/project-member.entity.js';
import { Project } from '../features/projects/project.entity.js';
import { Snippet } from '../features/snippets/snippet.entity.js';
import { Identity } from '../features/users/identity.entity.js';
import { SignInAddress } from '../features/users/sign-in-address.entity.js';
import { User } from '../features/users/user.entity.js';
import { UserTerm } from '../features/user-search-index/user-term.entity.js';
import { InitialSchema1764800000000 } from '../database/migrations/1764800000000-initial-schema.js';
import type { Schema } from '../database/engines/schema.js';

/** Every entity and migration, for the service and for TypeORM's command line (ormconfig.ts). */
export const schema: Schema = {
  entities: [
    ...[User, UserTerm, Identity, Email, Key, Project, ProjectMember],
    ...[Issue, Label, LabelLink, Snippet, MergeRequest, Note, AwardEmoji, Event, Deletion],
    ...[StoredResponse, SignInAddress, DirectoryState, AuditEvent, OutboxMail],
  ],
  migrations: [InitialSchema1764800000000],
};
