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
  gone: boolean;
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
  gone: boolean;
}

export type Kind = 'Issue' | 'Snippet' | 'MergeRequest';

/** An issue, a snippet or a merge request. Fields that a kind does not have keep their initial value. */
export interface Thing {
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
  gone: boolean;
}

export interface Note {
  type: 'Note';
  id: number;
  on: Thing;
  author: Person;
  body: string;
  system: boolean;
  gone: boolean;
}

export interface Award {
  id: number;
  to: Thing | Note;
  giver: Person;
  name: string;
  gone: boolean;
}

export interface Event {
  author: Person;
  project: Project;
  action: string;
  on?: Thing;
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
  things: Thing[] = [];
  notes: Note[] = [];
  awards: Award[] = [];
  newcomers: Person[] = [];

  constructor(
    /** Prefix of every unique name. */
    readonly prefix: string,
    readonly boss: Person,
    readonly cast: Person[],
    /** The author of what deleted users wrote. */
    readonly ghost: Person,
    readonly keys: readonly string[],
  ) {}

  /** From now on, calls no longer use what was created before. */
  begin(): void {
    this.round++;
    this.projects = [];
    this.things = [];
    this.notes = [];
    this.awards = [];
    this.newcomers = [];
  }

  get people(): Person[] {
    return [this.boss, ...this.cast, ...this.newcomers];
  }

  tell(author: Person, project: Project, action: string, on?: Thing, note?: Note): void {
    this.events.push({
      ...{ author, project, action },
      ...(on ? { on } : {}),
      ...(note ? { note } : {}),
    });
  }

  /** Adds a note by the service. Its id is learned from a list. */
  addSystemNote(on: Thing, author: Person, body: string): void {
    this.notes.push({ type: 'Note', id: 0, on, author, body, system: true, gone: false });
  }

  nextIid(project: Project, type: Kind): number {
    return 1 + this.things.filter((one) => one.project === project && one.type === type).length;
  }

  /** Deletes what the user wrote, or makes the ghost its author. */
  removePerson(person: Person, hard: boolean): void {
    for (const one of [...this.things, ...this.notes].filter(({ author }) => author === person)) {
      if (hard) one.gone = true;
      else one.author = this.ghost;
    }
    for (const thing of this.things) if (thing.assignee === person) thing.assignee = null;
    for (const award of this.awards) if (award.giver === person) award.gone = true;
    for (const project of this.projects) leave(project, person);
    this.events = this.events.filter(({ author }) => author !== person);
    Object.assign(person, { gone: true, emails: [], keys: [] });
  }
}

export function leave(project: Project, person: Person): void {
  project.members = project.members.filter((member) => member.person !== person);
}
