import type { Event, Note, Person, Project, Noteable } from './model.js';

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
  if (project.isDeleted) return false;
  return levelOf(person, project) > 0 || isOpenTo(person, project.visibility);
}

const isOpenTo = (person: Person, visibility: number): boolean =>
  visibility === 20 || (visibility === 10 && !person.external);

export function seesNoteable(person: Person, noteable: Noteable): boolean {
  const { project } = noteable;
  if (noteable.isDeleted || !seesProject(person, project)) return false;
  const level = levelOf(person, project);
  const isOwn = noteable.author === person || noteable.assignee === person;
  switch (noteable.type) {
    case 'Issue':
      return !noteable.confidential || isOwn || level >= REPORTER;
    case 'MergeRequest':
      return project.visibility > 0 || isOwn || level >= REPORTER;
    case 'Snippet':
      return isOwn || level > 0 || isOpenTo(person, noteable.visibility);
  }
}

export function seesEvent(
  person: Person,
  { author, action, project, noteable, note }: Event,
): boolean {
  if (!seesProject(person, project) || note?.isDeleted) return false;
  const isMembership = action === 'joined' || action === 'left';
  if (isMembership && author !== person && levelOf(person, project) === 0) return false;
  return noteable === undefined || seesNoteable(person, noteable);
}

export function mayUpdate(person: Person, noteable: Noteable): boolean {
  if (noteable.type === 'Snippet') return noteable.author === person || person.admin;
  const isOwn = noteable.author === person || noteable.assignee === person;
  const enough = noteable.type === 'Issue' ? REPORTER : DEVELOPER;
  return isOwn || levelOf(person, noteable.project) >= enough;
}

export function mayDelete(person: Person, noteable: Noteable): boolean {
  if (noteable.type === 'Snippet') return mayUpdate(person, noteable);
  return levelOf(person, noteable.project) >= OWNER;
}

/** Users who can change a note can delete it. Notes by the service can only be deleted. */
export function mayChangeNote(person: Person, { author, noteable, system }: Note): boolean {
  const isMaster = levelOf(person, noteable.project) >= MASTER;
  return isMaster || (!system && author === person);
}
