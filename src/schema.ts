import { AwardEmoji } from './awards/award-emoji.entity.js';
import { Email } from './emails/email.entity.js';
import { Event } from './events/event.entity.js';
import { Issue } from './issues/issue.entity.js';
import { Key } from './keys/key.entity.js';
import { MergeRequest } from './merge-requests/merge-request.entity.js';
import { Note } from './notes/note.entity.js';
import { ProjectMember } from './projects/project-member.entity.js';
import { Project } from './projects/project.entity.js';
import { Snippet } from './snippets/snippet.entity.js';
import { Identity } from './users/identity.entity.js';
import { User } from './users/user.entity.js';
import { UserTerm } from './user-terms/user-term.entity.js';
import { Initial1763700000000 } from './migrations/1763700000000-initial.js';
import { Keys1763800000000 } from './migrations/1763800000000-keys.js';
import { SnippetsAndMergeRequests1763900000000 } from './migrations/1763900000000-snippets-and-merge-requests.js';
import { UserTerms1764000000000 } from './migrations/1764000000000-user-terms.js';
import { UserTermsInOrder1764100000000 } from './migrations/1764100000000-user-terms-in-order.js';
import { UserTermsOnce1764200000000 } from './migrations/1764200000000-user-terms-once.js';
import { UsersListedByName1764300000000 } from './migrations/1764300000000-users-listed-by-name.js';
import type { Schema } from './engines/schema.js';

/** Every entity and migration, for the service and for TypeORM's command line (ormconfig.ts). */
export const schema: Schema = {
  entities: [
    ...[User, UserTerm, Identity, Email, Key, Project, ProjectMember],
    ...[Issue, Snippet, MergeRequest, Note, AwardEmoji, Event],
  ],
  migrations: [
    Initial1763700000000,
    Keys1763800000000,
    SnippetsAndMergeRequests1763900000000,
    UserTerms1764000000000,
    UserTermsInOrder1764100000000,
    UserTermsOnce1764200000000,
    UsersListedByName1764300000000,
  ],
};
