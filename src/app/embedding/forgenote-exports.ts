// What a host application or a test may inject, override or call. docs/embedding.md describes it.
export { DATA_SOURCE_NAME as FORGENOTE } from '../../database/feature-repository.js';
export type { Settings } from '../../base/config/given-settings.js';
export type { ForgenoteAsyncOptions, ForgenoteOptions, HostOptions } from './forgenote-options.js';
export type { RootRoute, RootRoutes } from '../../http/routing/root-routes.js';
export type { ReadRepository } from '../../database/read-repository.js';

export { Actor, type Person } from '../../core/auth/actor.js';
export { ActorFactory } from '../../core/auth/actor-factory.js';
export type { Authenticate } from '../../core/auth/host-users.js';
export { Limits } from '../../core/auth/limits.js';
export { Passwords } from '../../core/auth/passwords.js';
export { Database } from '../../database/database.js';
export type * from '../../core/lifecycle/lifecycle-events.js';
export { ApiError } from '../../http/errors/errors.js';
export { inputOf, type Input } from '../../http/input/input.js';
export { PageParams, type Page } from '../../http/pagination/page.js';
export { PublicUrl } from '../../http/routing/public-url.js';
export {
  toProjectRef as projectRef,
  type ProjectRef,
} from '../../features/projects/project-ref.js';

export { AwardEmojiService } from '../../features/award-emoji/award-emoji.service.js';
export type { AwardableRef } from '../../features/award-emoji/path-awardable.js';
export { EmailsService } from '../../features/emails/emails.service.js';
export { EventsService } from '../../features/events/events.service.js';
export { IssuesService } from '../../features/issues/issues.service.js';
export { KeysService } from '../../features/keys/keys.service.js';
export { LabelsService } from '../../features/labels/labels.service.js';
export { MembersService } from '../../features/projects/members.service.js';
export { MergeRequestsService } from '../../features/merge-requests/merge-requests.service.js';
export type { NoteableRef } from '../../features/noteables/path-noteable.js';
export { NotesService } from '../../features/notes/notes.service.js';
export { ProjectsService } from '../../features/projects/projects.service.js';
export { SnippetsService } from '../../features/snippets/snippets.service.js';
export { UserConfirmation } from '../../features/users/user-confirmation.service.js';
export { UsersService } from '../../features/users/users.service.js';

export { GiveAwardInput } from '../../features/awards/award.dto.js';
export * from '../../features/emails/email.dto.js';
export * from '../../features/issues/issue.dto.js';
export * from '../../features/keys/key.dto.js';
export * from '../../features/labels/label.dto.js';
export * from '../../features/merge-requests/merge-request.dto.js';
export * from '../../features/notes/note.dto.js';
export {
  CreateMemberInput,
  CreateProjectInput,
  ListProjectsParams,
  UpdateMemberInput,
  UpdateProjectInput,
} from '../../features/projects/project.dto.js';
export * from '../../features/snippets/snippet.dto.js';
export * from '../../features/users/user.dto.js';

export { AwardEmoji } from '../../features/awards/award-emoji.entity.js';
export { Email } from '../../features/emails/email.entity.js';
export { Event } from '../../features/events/event.entity.js';
export { Issue } from '../../features/issues/issue.entity.js';
export { Key } from '../../features/keys/key.entity.js';
export { Label, LabelLink } from '../../features/numbered-items/label.entity.js';
export { MergeRequest } from '../../features/merge-requests/merge-request.entity.js';
export { Note } from '../../features/notes/note.entity.js';
export { Project } from '../../features/projects/project.entity.js';
export { ProjectMember } from '../../features/projects/project-member.entity.js';
export { Snippet } from '../../features/snippets/snippet.entity.js';
export { User } from '../../features/users/user.entity.js';
