import { Injectable } from '@nestjs/common';
import type { Page } from '../http/pagination/page.js';
import type { IssueFieldsRow } from '../issues/issue-fields.view.js';
import type { ProjectRow } from '../projects/projects.repository.js';
import type { SnippetRow } from '../snippets/snippets.repository.js';
import { nextCursor } from './page-params.js';
import { Site } from './site.js';
import type {
  ConversationItem,
  PageLink,
  PageList,
  PagePerson,
  ProjectItem,
} from './templates/templates.js';
import { pageTime } from './templates/times.js';

/** Characters of a project's description in lists. */
const SUMMARY = 200;

interface PersonFields {
  id: number;
  username: string;
  name: string;
}

/** Turns rows into what templates show. Rows may have an address: it is left out here. */
@Injectable()
export class PageViews {
  constructor(private readonly site: Site) {}

  person({ id, username, name }: PersonFields): PagePerson {
    return { name, username, avatar: this.site.avatar(id), href: this.site.profile(username) };
  }

  author(row: { author_id: number; author_username: string; author_name: string }): PagePerson {
    const { author_id: id, author_username: username, author_name: name } = row;
    return this.person({ id, username, name });
  }

  /** The page of a project, as its `web_url` names it. */
  projectLink(owner: string, path: string): PageLink {
    return { text: `${owner}/${path}`, href: `${this.site.profile(owner)}/${path}` };
  }

  project(row: ProjectRow): ProjectItem & { owner: PagePerson } {
    const { owner_id: id, owner_username: username, owner_name: name } = row;
    return {
      title: row.name,
      href: this.projectLink(username, row.path).href,
      description: row.description && summary(row.description),
      created: pageTime(row.created_at),
      owner: this.person({ id, username, name }),
    };
  }

  /** @param folder the last part of the path before the number */
  numbered(
    row: IssueFieldsRow & { state: string },
    folder: 'issues' | 'merge_requests',
  ): ConversationItem {
    const { project_owner: owner, project_path: path, iid } = row;
    return {
      title: row.title,
      href: `${this.projectLink(owner, path).href}/${folder}/${iid}`,
      reference: `${folder === 'issues' ? '#' : '!'}${iid}`,
      state: row.state,
      author: this.author(row),
      created: pageTime(row.created_at),
    };
  }

  snippet(row: SnippetRow): ConversationItem {
    const { project_owner: owner, project_path: path, id } = row;
    return {
      title: row.title,
      href: `${this.projectLink(owner, path).href}/snippets/${id}`,
      reference: row.file_name,
      state: null,
      author: this.author(row),
      created: pageTime(row.created_at),
    };
  }

  /** @param href the page without a query. `cursor` is the query of the request. */
  list<Item>(
    items: Item[],
    page: Pick<Page<unknown>, 'position'>,
    href: string,
    cursor?: string,
  ): PageList<Item> {
    const next = nextCursor(page);
    return {
      items,
      next: next === null ? null : `${href}?cursor=${encodeURIComponent(next)}`,
      first: cursor ? href : null,
    };
  }
}

const summary = (text: string): string =>
  text.length <= SUMMARY ? text : `${startOf(text, SUMMARY)} …`;

/** The first characters of a text, without half of a surrogate pair at the end. */
export function startOf(text: string, length: number): string {
  const start = text.slice(0, length);
  return start.isWellFormed() ? start : start.slice(0, -1);
}
