import { Injectable } from '@nestjs/common';
import type { Actor } from '../core/auth/actor.js';
import { anonymousActor } from '../core/auth/anonymous.js';
import type { RequestScope } from '../database/request-scope.js';
import type { Page, PageParams } from '../http/pagination/page.js';
import { IssuesRepository } from '../features/issues/issues.repository.js';
import { MergeRequestsRepository } from '../features/merge-requests/merge-requests.repository.js';
import { projectAt } from '../features/projects/project-ref.js';
import type { VisibleProject } from '../features/projects/projects.repository.js';
import { ProjectsService } from '../features/projects/projects.service.js';
import { SnippetsRepository } from '../features/snippets/snippets.repository.js';
import { keysetPage, nextCursor } from './page-params.js';
import { PageTexts } from './page-texts.js';
import { PageViews } from './page-views.js';
import type { ConversationItem, PageData } from './templates/templates.js';
import { pageTime } from './templates/times.js';

/** What a project consists of, by the last part of the path of its list. */
const LISTS = {
  issues: { title: 'Issues', empty: 'There are no issues.' },
  merge_requests: { title: 'Merge requests', empty: 'There are no merge requests.' },
  snippets: { title: 'Snippets', empty: 'There are no public snippets.' },
};
export type ListName = keyof typeof LISTS;

/** Items of each list on the page of a project. */
const SHOWN = 5;

/** Public projects and their lists, as anonymous visitors see them. */
@Injectable()
export class ProjectPageService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly issues: IssuesRepository,
    private readonly mergeRequests: MergeRequestsRepository,
    private readonly snippets: SnippetsRepository,
    private readonly views: PageViews,
    private readonly texts: PageTexts,
  ) {}

  /** @throws NotFound if not everyone may see the project */
  async project(scope: RequestScope, owner: string, path: string): Promise<PageData['project']> {
    const actor = anonymousActor(scope);
    const project = await this.find(actor, owner, path);
    const { text: fullPath, href } = this.views.projectLink(project.owner_username, project.path);
    const names = Object.keys(LISTS) as ListName[];
    const first = keysetPage(undefined, SHOWN);
    const pages = await Promise.all(names.map((name) => this.items(actor, project, name, first)));
    const description = project.description ?? '';
    const [text = null] = await this.texts.render([
      { text: description, project: href, heading: 3 },
    ]);
    const { owner_id: id, owner_username: username, owner_name, owner_state: state } = project;
    return {
      title: project.name,
      path: fullPath,
      owner: this.views.contributor({ id, username, name: owner_name, state }),
      created: pageTime(project.created_at),
      text: description ? text : null,
      lists: pages.map((page, n) => {
        const name = names[n] ?? 'issues';
        return {
          ...LISTS[name],
          href: `${href}/${name}`,
          items: page.items,
          hasMore: nextCursor(page) !== null,
        };
      }),
    };
  }

  /** @throws NotFound if not everyone may see the project. @throws Invalid the cursor is not one of ours */
  async list(
    scope: RequestScope,
    {
      owner,
      path,
      name,
      cursor,
    }: Record<'owner' | 'path', string> & {
      name: ListName;
      cursor?: string | undefined;
    },
  ): Promise<PageData['items']> {
    const actor = anonymousActor(scope);
    const project = await this.find(actor, owner, path);
    const link = this.views.projectLink(project.owner_username, project.path);
    const page = await this.items(actor, project, name, keysetPage(cursor));
    return {
      ...LISTS[name],
      project: link,
      list: this.views.list(page.items, page, `${link.href}/${name}`, cursor),
    };
  }

  private find(actor: Actor, owner: string, path: string): Promise<VisibleProject> {
    return this.projects.get(actor, projectAt(owner, path));
  }

  private async items(
    actor: Actor,
    project: VisibleProject,
    name: ListName,
    params: PageParams,
  ): Promise<Pick<Page<ConversationItem>, 'items' | 'position'>> {
    switch (name) {
      case 'issues':
        return viewed(await this.issues.list(actor, project.id, params), (row) =>
          this.views.numbered(row, name),
        );
      case 'merge_requests':
        return viewed(await this.mergeRequests.list(actor, project.id, params), (row) =>
          this.views.numbered(row, name),
        );
      case 'snippets':
        return viewed(await this.snippets.list(actor, project.id, params), (row) =>
          this.views.snippet(row),
        );
    }
  }
}

const viewed = <Row, Item>({ items, position }: Page<Row>, view: (row: Row) => Item) => ({
  items: items.map(view),
  position,
});
