// What a host application or a test may inject, override or call. docs/embedding.md describes it.
export { DATA_SOURCE_NAME as FORGENOTE } from '../database/feature-repository.js';
export type { Settings } from '../config/given-settings.js';
export type { ForgenoteAsyncOptions, ForgenoteOptions, HostOptions } from './forgenote-options.js';
export type { RootRoute, RootRoutes } from '../http/routing/root-routes.js';
export type { ReadRepository } from '../database/read-repository.js';

export { Actor, type Person } from '../auth/actor.js';
export { ActorFactory } from '../auth/actor-factory.js';
export type { Authenticate } from '../auth/host-users.js';
export { Limits } from '../auth/limits.js';
export { Passwords } from '../auth/passwords.js';
export { Database } from '../database/database.js';
export type * from '../lifecycle/lifecycle-events.js';
export { ApiError } from '../http/errors/errors.js';
export { inputOf, type Input } from '../http/input/input.js';
export { PageParams, type Page } from '../http/pagination/page.js';
export { PublicUrl } from '../http/routing/public-url.js';
export { toProjectRef as projectRef, type ProjectRef } from '../projects/project-ref.js';

export { AwardsService } from '../awards/awards.service.js';
export { EmailsService } from '../emails/emails.service.js';
export { EventsService } from '../events/events.service.js';
export { IssuesService } from '../issues/issues.service.js';
export { KeysService } from '../keys/keys.service.js';
export { MembersService } from '../projects/members.service.js';
export { MergeRequestsService } from '../merge-requests/merge-requests.service.js';
export { NoteablesService, type VisibleNoteable } from '../noteables/noteables.service.js';
export { NotesService } from '../notes/notes.service.js';
export { ProjectsService } from '../projects/projects.service.js';
export { SnippetsService } from '../snippets/snippets.service.js';
export { UserConfirmation } from '../users/user-confirmation.service.js';
export { UsersService } from '../users/users.service.js';

export { GiveAwardInput } from '../awards/award.dto.js';
export * from '../emails/email.dto.js';
export * from '../issues/issue.dto.js';
export * from '../keys/key.dto.js';
export * from '../merge-requests/merge-request.dto.js';
export * from '../notes/note.dto.js';
export {
  CreateMemberInput,
  CreateProjectInput,
  ListProjectsParams,
  UpdateMemberInput,
  UpdateProjectInput,
} from '../projects/project.dto.js';
export * from '../snippets/snippet.dto.js';
export * from '../users/user.dto.js';

export { AwardEmoji } from '../awards/award-emoji.entity.js';
export { Email } from '../emails/email.entity.js';
export { Event } from '../events/event.entity.js';
export { Issue } from '../issues/issue.entity.js';
export { Key } from '../keys/key.entity.js';
export { MergeRequest } from '../merge-requests/merge-request.entity.js';
export { Note } from '../notes/note.entity.js';
export { Project } from '../projects/project.entity.js';
export { ProjectMember } from '../projects/project-member.entity.js';
export { Snippet } from '../snippets/snippet.entity.js';
export { User } from '../users/user.entity.js';
