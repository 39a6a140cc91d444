import type { Client } from '../../support/client.js';

/** What the service should know: everything a sequence made, and what became of it. */
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

/** An issue, a snippet or a merge request; what a kind does not have stays as it is. */
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

/** All in the order in which it was made. */
export class World {
  /** How many sequences were played here. */
  round = 0;
  /** Those of earlier sequences too: they stay in the lists. */
  allProjects: Project[] = [];
  events: Event[] = [];
  /** What the sequence made that is being played. */
  projects: Project[] = [];
  things: Thing[] = [];
  notes: Note[] = [];
  awards: Award[] = [];
  newcomers: Person[] = [];

  constructor(
    /** Begins every name that has to be unique. */
    readonly prefix: string,
    readonly boss: Person,
    readonly cast: Person[],
    /** Keeps what deleted people wrote. */
    readonly ghost: Person,
    readonly keys: readonly string[],
  ) {}

  /** To deal with what was made before is nobody's business from here on. */
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

  /** What the service itself writes on a thing; its id is learned where it is listed. */
  addSystemNote(on: Thing, author: Person, body: string): void {
    this.notes.push({ type: 'Note', id: 0, on, author, body, system: true, gone: false });
  }

  nextIid(project: Project, type: Kind): number {
    return 1 + this.things.filter((one) => one.project === project && one.type === type).length;
  }

  /** Everything of him goes, or what he wrote goes to the ghost. */
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
