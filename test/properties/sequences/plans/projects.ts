import type { Project } from '../model.js';
import { leave } from '../model.js';
import {
  answered,
  created,
  FORBIDDEN,
  hiddenProject,
  listed,
  notFound,
  refusalOf,
  TAKEN,
  type Plan,
} from '../calls.js';
import { levelOf, MASTER, OWNER } from '../rights.js';
import { memberView, projectView } from '../views.js';

const NAMES = ['Alpha', 'Beta', 'Gamma'];
const VISIBILITIES = [20, 0, 10];
const LEVELS = [30, 10, 20, 40];
const PATH_TAKEN = refusalOf(400, { path: [TAKEN] });

/** Picks a project for a plan, or creates the first one. */
export const inProject =
  (plan: (project: Project) => Plan): Plan =>
  (world, caller, pick) => {
    const project = pick.latest(world.projects);
    return (project ? plan(project) : createProject)(world, caller, pick);
  };

export const createProject: Plan = (world, caller, pick) => {
  const name = `${pick.of(NAMES)} ${world.round}`;
  const visibility = pick.of(VISIBILITIES);
  const path = pathOf(name);
  const request = {
    method: 'POST',
    path: '/projects',
    parameters: { name, visibility_level: visibility },
  };
  const project: Project = {
    ...{ id: 0, owner: caller, name, path, visibility },
    ...{ description: null, members: [], isDeleted: false },
  };
  const isTaken = world.projects.some((one) => hasSamePath(one, project));
  const limit = refusalOf(403, '403 Forbidden  - The limit of projects is reached');
  const apply = ({ id }: { id: number }) => {
    Object.assign(project, { id });
    for (const list of [world.projects, world.allProjects]) list.push(project);
    world.recordEvent(caller, project, 'created');
  };
  return {
    ...request,
    method: 'POST',
    expected:
      (caller.admin || caller.mayCreateProjects ? null : limit) ??
      (isTaken ? PATH_TAKEN : created(() => projectView(project), apply)),
  };
};

const pathOf = (name: string): string => name.toLowerCase().replace(' ', '-');

const hasSamePath = (one: Project, { owner, path }: Project): boolean =>
  !one.isDeleted && one.owner === owner && one.path === path;

export const getProject = inProject((project) => (_, caller, pick) => {
  const byName = `${project.owner.username}%2F${project.path}`;
  // Another project may have this name by now.
  const path = !project.isDeleted && pick.oneIn(3) ? byName : String(project.id);
  return {
    method: 'GET',
    path: `/projects/${path}`,
    expected: hiddenProject(caller, project) ?? answered(() => projectView(project)),
  };
});

export const updateProject = inProject((project) => (world, caller, pick) => {
  const changes = pick.of([
    { visibility_level: pick.of(VISIBILITIES) },
    { name: `${pick.of(NAMES)} ${world.round}` },
    { description: pick.of(['About', '']) },
    { path: pathOf(`${pick.of(NAMES)} ${world.round}`) },
  ]) as { visibility_level?: number; name?: string; description?: string; path?: string };
  const fields = {
    name: changes.name ?? project.name,
    path: changes.path ?? project.path,
    visibility: changes.visibility_level ?? project.visibility,
    description: (changes.description ?? project.description) || null,
  };
  const isTaken = world.projects.some(
    (one) => one !== project && hasSamePath(one, { ...project, ...fields }),
  );
  return {
    method: 'PUT',
    path: `/projects/${project.id}`,
    parameters: changes,
    expected:
      hiddenProject(caller, project) ??
      (levelOf(caller, project) >= OWNER ? null : FORBIDDEN) ??
      (isTaken
        ? PATH_TAKEN
        : answered(
            () => projectView(project),
            () => void Object.assign(project, fields),
          )),
  };
});

export const deleteProject = inProject((project) => (_, caller) => ({
  method: 'DELETE',
  path: `/projects/${project.id}`,
  expected:
    hiddenProject(caller, project) ??
    (levelOf(caller, project) >= OWNER
      ? answered(
          () => projectView(project),
          () => void (project.isDeleted = true),
        )
      : FORBIDDEN),
}));

export const listProjects: Plan = ({ allProjects }, caller, pick) => {
  const own = allProjects.filter(
    (one) =>
      !one.isDeleted &&
      (one.owner === caller || one.members.some(({ person }) => person === caller)),
  );
  return listed(pick, { path: '/projects' }, own.reverse(), projectView);
};

export const listMembers = inProject((project) => (_, caller, pick) => {
  const path = `/projects/${project.id}/members`;
  const list = listed(pick, { path }, [...project.members].reverse(), memberView);
  return { ...list, expected: hiddenProject(caller, project) ?? list.expected };
});

export const addMember = inProject((project) => (world, caller, pick) => {
  const person = pick.of(world.people.slice(1));
  const level = pick.of(LEVELS);
  const member = { person, level };
  const isThere = project.owner === person || project.members.some((one) => one.person === person);
  const apply = () => {
    project.members.push(member);
    world.recordEvent(person, project, 'joined');
  };
  return {
    method: 'POST',
    path: `/projects/${project.id}/members`,
    parameters: { user_id: person.id, access_level: level },
    expected:
      hiddenProject(caller, project) ??
      (levelOf(caller, project) >= MASTER ? null : FORBIDDEN) ??
      (person.isDeleted ? notFound('User') : null) ??
      (isThere ? refusalOf(409, 'Already exists') : created(() => memberView(member), apply)),
  };
});

export const changeMember = inProject((project) => (world, caller, pick) => {
  const person = pick.of(world.people.slice(1));
  const member = project.members.find((one) => one.person === person);
  const level = pick.of(LEVELS);
  return {
    method: 'PUT',
    path: `/projects/${project.id}/members/${person.id}`,
    parameters: { access_level: level },
    expected:
      hiddenProject(caller, project) ??
      (levelOf(caller, project) >= MASTER ? null : FORBIDDEN) ??
      (member
        ? answered(
            () => memberView(member),
            () => void (member.level = level),
          )
        : notFound('Member')),
  };
});

export const getOrRemoveMember = inProject((project) => (world, caller, pick) => {
  const person = pick.of([caller, ...world.people.slice(1)]);
  const member = project.members.find((one) => one.person === person);
  const isRemoval = pick.oneIn(2);
  const isAllowed = !isRemoval || caller === person || levelOf(caller, project) >= MASTER;
  const apply = () => {
    if (!isRemoval) return;
    leave(project, person);
    world.recordEvent(person, project, 'left');
  };
  return {
    method: isRemoval ? 'DELETE' : 'GET',
    path: `/projects/${project.id}/members/${person.id}`,
    expected:
      hiddenProject(caller, project) ??
      (isAllowed ? null : FORBIDDEN) ??
      (member ? answered(() => memberView(member), apply) : notFound('Member')),
  };
});
