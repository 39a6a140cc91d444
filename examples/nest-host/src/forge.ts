import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  ActorFactory,
  CreateIssueInput,
  CreateNoteInput,
  CreateProjectInput,
  CreateUserInput,
  FORGENOTE,
  inputOf,
  IssuesService,
  ListNotesParams,
  NotesService,
  Project,
  projectRef,
  ProjectsService,
  UsersService,
  type ReadRepository,
} from 'forgenote';

const ROOT = 'root';
const DESK = projectRef('root/desk');

/** What the desk needs of Forgenote: a user for each member, and the conversation of each ticket. */
@Injectable()
export class Forge implements OnApplicationBootstrap {
  constructor(
    private readonly actors: ActorFactory,
    private readonly users: UsersService,
    private readonly projects: ProjectsService,
    private readonly issues: IssuesService,
    private readonly notes: NotesService,
    @InjectRepository(Project, FORGENOTE) private readonly projectRows: ReadRepository<Project>,
  ) {}

  /** All issues of the desk are in one project, which every member can read. */
  async onApplicationBootstrap(): Promise<void> {
    if (await this.projectRows.existsBy({ path: 'desk' })) return;
    const input = inputOf(CreateProjectInput, { name: 'desk', visibility_level: 10 });
    await this.projects.create(await this.actors.forUser(ROOT), input);
  }

  async addUser(username: string): Promise<void> {
    const email = `${username}@desk.example`;
    // Nobody knows the password: members come with their session.
    const given = { username, name: username, email, password: randomUUID(), confirm: false };
    await this.users.create(await this.actors.forUser(ROOT), inputOf(CreateUserInput, given));
  }

  async addIssue(username: string, title: string): Promise<number> {
    const actor = await this.actors.forUser(username);
    const { id } = await this.issues.create(actor, DESK, inputOf(CreateIssueInput, { title }));
    return id;
  }

  async comment(username: string, issue: number, body: string): Promise<void> {
    const actor = await this.actors.forUser(username);
    const on = { project: DESK, type: 'Issue', id: issue } as const;
    await this.notes.create(actor, on, inputOf(CreateNoteInput, { body }));
  }

  async comments(username: string, issue: number): Promise<{ by: string; text: string }[]> {
    const actor = await this.actors.forUser(username);
    const on = { project: DESK, type: 'Issue', id: issue } as const;
    const input = inputOf(ListNotesParams, { per_page: 100 });
    const { items } = await this.notes.list(actor, on, input);
    return items.map(({ author_username, body }) => ({ by: author_username, text: body }));
  }
}
