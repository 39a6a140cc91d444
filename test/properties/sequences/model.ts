import type { Client } from '../../support/client.js';

/** The expected state of the service: everything a sequence created, including deleted resources. */
export interface Person {
  id: number;
  username: string;
  name: string;
  email: string;
  bio: string | null;
  admin: boolean;
  external: boolean;
  blocked: boolean;
  isDeleted: boolean;
  mayCreateProjects: boolean;
  client: Client;
  emails: Email[];
  keys: Key[];
}

export interface Email {
  id: number;
  email: string;
}

export interface Key {
  id: number;
  title: string;
  key: string;
}

export interface Member {
  person: Person;
  level: number;
}

export interface Project {
  id: number;
  owner: Person;
  name: string;
  path: string;
  description: string | null;
  visibility: number;
  /** In the order they joined. */
  members: Member[];
  isDeleted: boolean;
}

export type Kind = 'Issue' | 'Snippet' | 'MergeRequest';

/** An issue, a snippet or a merge request. Fields that a kind does not have keep their initial value. */
export interface Noteable {
  type: Kind;
  id: number;
  iid: number;
  project: Project;
  author: Person;
  title: string;
  description: string | null;
  state: string;
  assignee: Person | null;
  confidential: boolean;
  visibility: number;
  code: string;
  isDeleted: boolean;
}

export interface Note {
  type: 'Note';
  id: number;
  noteable: Noteable;
  author: Person;
  body: string;
  system: boolean;
  isDeleted: boolean;
}

export interface Award {
  id: number;
  awardable: Noteable | Note;
  giver: Person;
  name: string;
  isDeleted: boolean;
}

export interface Event {
  author: Person;
  project: Project;
  action: string;
  noteable?: Noteable;
  note?: Note;
}

/** In the order of creation. */
export class World {
  /** The number of sequences run in this lane. */
  round = 0;
  /** Includes users of earlier sequences, because lists return them. */
  allProjects: Project[] = [];
  events: Event[] = [];
  /** What the current sequence created. */
  projects: Project[] = [];
  noteables: Noteable[] = [];
  notes: Note[] = [];
  awards: Award[] = [];
  newcomers: Person[] = [];

  constructor(
    /** Prefix of every unique name. */
    readonly prefix: string,
    readonly administrator: Person,
    readonly cast: Person[],
    /** The author of what deleted users wrote. */
    readonly ghost: Person,
    readonly keys: readonly string[],
  ) {}

  /** From now on, calls no longer use what was created before. */
  begin(): void {
    this.round++;
    this.projects = [];
    this.noteables = [];
    this.notes = [];
    this.awards = [];
    this.newcomers = [];
  }

  get people(): Person[] {
    return [this.administrator, ...this.cast, ...this.newcomers];
  }

  recordEvent(
    author: Person,
    project: Project,
    action: string,
    noteable?: Noteable,
    note?: Note,
  ): void {
    this.events.push({
      ...{ author, project, action },
      ...(noteable ? { noteable } : {}),
      ...(note ? { note } : {}),
    });
  }

  /** Adds a note by the service. Its id is learned from a list. */
  addSystemNote(noteable: Noteable, author: Person, body: string): void {
    this.notes.push({
      type: 'Note',
      id: 0,
      noteable,
      author,
      body,
      system: true,
      isDeleted: false,
    });
  }

  nextIid(project: Project, type: Kind): number {
    return 1 + this.noteables.filter((one) => one.project === project && one.type === type).length;
  }

  /** Deletes what the user wrote, or makes the ghost its author. */
  removePerson(person: Person, isHard: boolean): void {
    for (const one of [...this.noteables, ...this.notes].filter(
      ({ author }) => author === person,
    )) {
      if (isHard) one.isDeleted = true;
      else one.author = this.ghost;
    }
    for (const noteable of this.noteables)
      if (noteable.assignee === person) noteable.assignee = null;
    for (const award of this.awards) if (award.giver === person) award.isDeleted = true;
    for (const project of this.projects) leave(project, person);
    this.events = this.events.filter(({ author }) => author !== person);
    Object.assign(person, { isDeleted: true, emails: [], keys: [] });
  }
}

export function leave(project: Project, person: Person): void {
  project.members = project.members.filter((member) => member.person !== person);
}
