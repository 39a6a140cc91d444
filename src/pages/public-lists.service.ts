import { Injectable } from '@nestjs/common';
import { anonymousActor } from '../core/auth/anonymous.js';
import type { RequestScope } from '../database/request-scope.js';
import { ProjectsRepository } from '../features/projects/projects.repository.js';
import { UsersRepository } from '../features/users/users.repository.js';
import { keysetPage } from './page-params.js';
import { PageViews } from './page-views.js';
import { Site } from './site.js';
import type { PageData, PublicProject } from './templates/templates.js';

/** The lists of all users and of all public projects. */
@Injectable()
export class PublicListsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly projects: ProjectsRepository,
    private readonly views: PageViews,
    private readonly site: Site,
  ) {}

  /** Active users, newest first: those who have a page. @throws Invalid the cursor is not one of ours */
  async listUsers(cursor?: string): Promise<PageData['users']> {
    const page = await this.users.list({ ...keysetPage(cursor), active: true });
    const users = page.items.map((row) => this.views.person(row));
    return {
      users: this.views.list(users, page, `${this.site.links.root}/public/users`, cursor),
    };
  }

  async newestProjects(scope: RequestScope, count: number): Promise<PublicProject[]> {
    const first = keysetPage(undefined, count);
    const { items } = await this.projects.listVisible(anonymousActor(scope), first);
    return items.map((row) => this.views.project(row));
  }

  /** Newest first. @throws Invalid the cursor is not one of ours */
  async listProjects(scope: RequestScope, cursor?: string): Promise<PageData['projects']> {
    const page = await this.projects.listVisible(anonymousActor(scope), keysetPage(cursor));
    const projects = page.items.map((row) => this.views.project(row));
    const href = `${this.site.links.root}/public/projects`;
    return { projects: this.views.list(projects, page, href, cursor) };
  }
}
