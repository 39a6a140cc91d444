import { AuditEvent } from './audit/audit-event.entity.js';
import { AwardEmoji } from './awards/award-emoji.entity.js';
import { Deletion } from './deletion/deletion.entity.js';
import { DirectoryState } from './directory/directory-state.entity.js';
import { Email } from './emails/email.entity.js';
import { OutboxMail } from './mail/outbox-mail.entity.js';
import { Event } from './events/event.entity.js';
import { StoredResponse } from './idempotency/stored-response.entity.js';
import { Issue } from './issues/issue.entity.js';
import { Key } from './keys/key.entity.js';
import { MergeRequest } from './merge-requests/merge-request.entity.js';
import { Note } from './notes/note.entity.js';
import { ProjectMember } from './projects/project-member.entity.js';
import { Project } from './projects/project.entity.js';
import { Snippet } from './snippets/snippet.entity.js';
import { Identity } from './users/identity.entity.js';
import { SignInAddress } from './users/sign-in-address.entity.js';
import { User } from './users/user.entity.js';
import { UserTerm } from './user-terms/user-term.entity.js';
import { InitialSchema1764800000000 } from './migrations/1764800000000-initial-schema.js';
import type { Schema } from './engines/schema.js';

/** Every entity and migration, for the service and for TypeORM's command line (ormconfig.ts). */
export const schema: Schema = {
  entities: [
    ...[User, UserTerm, Identity, Email, Key, Project, ProjectMember],
    ...[Issue, Snippet, MergeRequest, Note, AwardEmoji, Event, Deletion],
    ...[StoredResponse, SignInAddress, DirectoryState, AuditEvent, OutboxMail],
  ],
  migrations: [InitialSchema1764800000000],
};
