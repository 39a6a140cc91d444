/** Who made the change. Both are null if the service did, for example while it follows a directory. */
interface By {
  /** The effective user. */
  actorId: number | null;
  /** The user who sent the request. Differs from the effective user with sudo. */
  callerId: number | null;
}

export interface NoteEvent extends By {
  id: number;
  projectId: number;
  /** What the note is on. */
  noteable: { type: 'Issue' | 'Snippet' | 'MergeRequest'; id: number };
  authorId: number;
  /** True for notes that the service writes, such as `closed`. */
  system: boolean;
  body: string;
}

export interface AwardEvent extends By {
  id: number;
  /** The emoji, such as `thumbsup`. */
  name: string;
  userId: number;
  awardable: { type: 'Issue' | 'Snippet' | 'MergeRequest' | 'Note'; id: number };
}

/** Of an issue, merge request or snippet. */
export interface ItemEvent extends By {
  id: number;
  projectId: number;
  title: string;
}

export interface ProjectEvent extends By {
  id: number;
  name: string;
  path: string;
}

export interface MemberEvent extends By {
  projectId: number;
  userId: number;
  /** Of a removed member, the level before. */
  accessLevel: number;
}

export interface UserEvent extends By {
  id: number;
}

/** The events by name, and what their listeners get. */
export interface LifecycleEvents {
  'forgenote.note.created': NoteEvent;
  'forgenote.note.updated': NoteEvent;
  'forgenote.note.deleted': NoteEvent;
  'forgenote.award.given': AwardEvent;
  'forgenote.award.withdrawn': AwardEvent;
  'forgenote.issue.created': ItemEvent;
  'forgenote.issue.updated': ItemEvent;
  'forgenote.issue.deleted': ItemEvent;
  'forgenote.merge_request.created': ItemEvent;
  'forgenote.merge_request.updated': ItemEvent;
  'forgenote.merge_request.deleted': ItemEvent;
  'forgenote.snippet.created': ItemEvent;
  'forgenote.snippet.updated': ItemEvent;
  'forgenote.snippet.deleted': ItemEvent;
  'forgenote.project.created': ProjectEvent;
  'forgenote.project.updated': ProjectEvent;
  'forgenote.project.deleted': ProjectEvent;
  'forgenote.member.added': MemberEvent;
  'forgenote.member.updated': MemberEvent;
  'forgenote.member.removed': MemberEvent;
  'forgenote.user.created': UserEvent;
  'forgenote.user.updated': UserEvent;
  'forgenote.user.deleted': UserEvent;
  'forgenote.user.blocked': UserEvent;
  'forgenote.user.unblocked': UserEvent;
}

export type LifecycleEventName = keyof LifecycleEvents;
