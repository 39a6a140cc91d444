import { AuditEvent } from './audit/audit-event.entity.js';
import { AwardEmoji } from './awards/award-emoji.entity.js';
import { CommitWitness } from './engines/commit-witness.entity.js';
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
import { Initial1764300000000 } from './migrations/1764300000000-initial.js';
import { SignInAddresses1764400000000 } from './migrations/1764400000000-sign-in-addresses.js';
import { ListsOfVisibleRows1764650000000 } from './migrations/1764650000000-lists-of-visible-rows.js';
import { ConfirmedAddresses1764660000000 } from './migrations/1764660000000-confirmed-addresses.js';
import { AuditAddresses1764670000000 } from './migrations/1764670000000-audit-addresses.js';
import { OutboxMails1764750000000 } from './migrations/1764750000000-outbox-mails.js';
import { DisabledBy1764760000000 } from './migrations/1764760000000-disabled-by.js';
import { OutboxRefusals1764770000000 } from './migrations/1764770000000-outbox-refusals.js';
import { ConfirmationIndex1764780000000 } from './migrations/1764780000000-confirmation-index.js';
import { EventActionIndex1764790000000 } from './migrations/1764790000000-event-action-index.js';
import type { Schema } from './engines/schema.js';

/** Every entity and migration, for the service and for TypeORM's command line (ormconfig.ts). */
export const schema: Schema = {
  entities: [
    CommitWitness,
    ...[User, UserTerm, Identity, Email, Key, Project, ProjectMember],
    ...[Issue, Snippet, MergeRequest, Note, AwardEmoji, Event, Deletion],
    ...[StoredResponse, SignInAddress, DirectoryState, AuditEvent, OutboxMail],
  ],
  migrations: [
    Initial1764300000000,
    SignInAddresses1764400000000,
    ListsOfVisibleRows1764650000000,
    ConfirmedAddresses1764660000000,
    AuditAddresses1764670000000,
    OutboxMails1764750000000,
    DisabledBy1764760000000,
    OutboxRefusals1764770000000,
    ConfirmationIndex1764780000000,
    EventActionIndex1764790000000,
  ],
};
