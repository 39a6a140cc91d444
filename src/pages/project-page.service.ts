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
import { emptyText, itemsHref, tabsOf, type TabbedList } from './item-tabs.js';
import { pageNumbers } from './page-numbers.js';
import { keysetPage, nextCursor, numberedPage } from './page-params.js';
import { PageTexts } from './page-texts.js';
import { PageViews } from './page-views.js';
import type { ConversationItem, PageData } from './templates/templates.js';
import { pageTime } from './templates/times.js';

/** What a project consists of, by the last part of the path of its list. With the states of items, which have tabs. */
const LISTS = {
  issues: { title: 'Issues', states: { opened: 'Open', closed: 'Closed' } },
  merge_requests: {
    title: 'Merge requests',
    states: { opened: 'Open', merged: 'Merged', closed: 'Closed' },
  },
  snippets: { title: 'Snippets', states: {} },
};
type ListName = keyof typeof LISTS;

export interface ItemsOptions {
  name: ListName;
  /** Lists with states show those that are open unless told otherwise. */
  state?: string;
  page?: number;
}

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
    const place = { id: project.id, href };
    const [text = null] = await this.texts.render(place, [{ text: description, heading: 3 }]);
    const { owner_id: id, owner_username: username, owner_name, owner_state: state } = project;
    return {
      title: project.name,
      path: fullPath,
      owner: this.views.contributor({ id, username, name: owner_name, state }),
      created: pageTime(project.created_at),
      text: description ? text : null,
      lists: pages.map((page, n) => {
        const name = names[n] ?? 'issues';
        const { title, states } = LISTS[name];
        const all = Object.keys(states).length > 0 ? '?state=all' : '';
        return {
          ...{ title, href: `${href}/${name}${all}`, items: page.items },
          hasMore: nextCursor(page) !== null,
        };
      }),
    };
  }

  /** @throws NotFound if not everyone may see the project. @throws Invalid the page is too far */
  async list(
    scope: RequestScope,
    owner: string,
    path: string,
    { name, state = 'opened', page = 1 }: ItemsOptions,
  ): Promise<PageData['items']> {
    const actor = anonymousActor(scope);
    const project = await this.find(actor, owner, path);
    const link = this.views.projectLink(project.owner_username, project.path);
    const { title, states } = LISTS[name];
    const list: TabbedList = { title, states, shown: state, href: `${link.href}/${name}` };
    const others = Object.keys(states).filter((other) => other !== state);
    const [found, ...otherCounts] = await Promise.all([
      this.items(actor, project, name, { ...numberedPage(page), state }),
      ...others.map((other) => this.countInState(actor, project, name, other)),
    ]);
    const { items, position } = found;
    const counts = new Map([
      ...otherCounts.map((count, n) => [others[n] ?? '', count] as const),
      [state, 'total' in position ? position.total : null],
    ]);
    return {
      ...{ title, project: link, items },
      tabs: tabsOf(list, counts),
      empty: emptyText(list, counts, page),
      pages: pageNumbers(found, (number) => itemsHref(list, number)),
    };
  }

  private find(actor: Actor, owner: string, path: string): Promise<VisibleProject> {
    return this.projects.get(actor, projectAt(owner, path));
  }

  private countInState(
    actor: Actor,
    { id }: VisibleProject,
    name: ListName,
    state: string,
  ): Promise<number | null> {
    const items = name === 'issues' ? this.issues : this.mergeRequests;
    return items.countInState(actor, id, state);
  }

  private async items(
    actor: Actor,
    project: VisibleProject,
    name: ListName,
    params: PageParams & { state?: string },
  ): Promise<Page<ConversationItem>> {
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

const viewed = <Row, Item>(page: Page<Row>, view: (row: Row) => Item): Page<Item> => ({
  ...page,
  items: page.items.map(view),
});
