import type { Event, Note, Person, Project, Thing } from './model.js';

export const ADMINISTRATOR = 60;
export const OWNER = 50;
export const MASTER = 40;
export const DEVELOPER = 30;
export const REPORTER = 20;

/** A second implementation of visibility and permissions, independent of the service's queries. */
export function levelOf(person: Person, project: Project): number {
  if (person.admin) return ADMINISTRATOR;
  if (project.owner === person) return OWNER;
  return project.members.find((member) => member.person === person)?.level ?? 0;
}

export function seesProject(person: Person, project: Project): boolean {
  if (project.gone) return false;
  return levelOf(person, project) > 0 || isOpenTo(person, project.visibility);
}

const isOpenTo = (person: Person, visibility: number): boolean =>
  visibility === 20 || (visibility === 10 && !person.external);

export function seesThing(person: Person, thing: Thing): boolean {
  const { project } = thing;
  if (thing.gone || !seesProject(person, project)) return false;
  const level = levelOf(person, project);
  const isOwn = thing.author === person || thing.assignee === person;
  switch (thing.type) {
    case 'Issue':
      return !thing.confidential || isOwn || level >= REPORTER;
    case 'MergeRequest':
      return project.visibility > 0 || isOwn || level >= REPORTER;
    case 'Snippet':
      return isOwn || level > 0 || isOpenTo(person, thing.visibility);
  }
}

export function seesEvent(person: Person, { project, on, note }: Event): boolean {
  if (!seesProject(person, project) || note?.gone) return false;
  return on === undefined || seesThing(person, on);
}

export function mayUpdate(person: Person, thing: Thing): boolean {
  if (thing.type === 'Snippet') return thing.author === person || person.admin;
  const isOwn = thing.author === person || thing.assignee === person;
  const enough = thing.type === 'Issue' ? REPORTER : DEVELOPER;
  return isOwn || levelOf(person, thing.project) >= enough;
}

export function mayDelete(person: Person, thing: Thing): boolean {
  if (thing.type === 'Snippet') return mayUpdate(person, thing);
  return levelOf(person, thing.project) >= OWNER;
}

/** Users who can change a note can delete it. Notes by the service can only be deleted. */
export function mayChangeNote(person: Person, { author, on, system }: Note): boolean {
  const isMaster = levelOf(person, on.project) >= MASTER;
  return isMaster || (!system && author === person);
}
