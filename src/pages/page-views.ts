import { Injectable } from '@nestjs/common';
import type { Page } from '../http/pagination/page.js';
import { labelsOf, type NumberedItemRow } from '../features/numbered-items/numbered-item.view.js';
import type { ProjectRow } from '../features/projects/projects.repository.js';
import type { SnippetRow } from '../features/snippets/snippets.repository.js';
import { isGhost } from '../features/users/user-name.js';
import { nextCursor } from './page-params.js';
import { Site } from './site.js';
import type {
  ConversationItem,
  PageLink,
  PageList,
  PagePerson,
  PublicProject,
} from './templates/templates.js';
import { pageTime } from './templates/times.js';

/** Characters of a project's description in lists. */
const SUMMARY = 200;

interface PersonFields {
  id: number;
  username: string;
  name: string;
}

interface AuthorFields {
  author_id: number;
  author_username: string;
  author_name: string;
  author_state: string;
}

/** Turns rows into what templates show. Rows may have an address: it is left out here. */
@Injectable()
export class PageViews {
  constructor(private readonly site: Site) {}

  /** A user who has a page: one who is active, or the ghost. */
  person({ id, username, name }: PersonFields): PagePerson & { href: string } {
    return { name, username, avatar: this.site.avatar(id), href: this.site.profile(username) };
  }

  /** A user who may be blocked. The page of a blocked user is 404, so the name is then no link. */
  contributor({ state, ...user }: PersonFields & { state: string }): PagePerson {
    const hasPage = state === 'active' || isGhost(user);
    return { ...this.person(user), ...(hasPage ? {} : { href: null }) };
  }

  author(row: AuthorFields): PagePerson {
    const { author_id: id, author_username: username, author_name: name, author_state } = row;
    return this.contributor({ id, username, name, state: author_state });
  }

  /** The page of a project, as its `web_url` names it. */
  projectLink(owner: string, path: string): PageLink {
    return { text: `${owner}/${path}`, href: `${this.site.profile(owner)}/${path}` };
  }

  project(row: ProjectRow): PublicProject {
    const { owner_id: id, owner_username: username, owner_name: name, owner_state: state } = row;
    return {
      title: row.name,
      href: this.projectLink(username, row.path).href,
      description: summary(row.description ?? ''),
      created: pageTime(row.created_at),
      activity: pageTime(row.last_activity_at),
      owner: this.contributor({ id, username, name, state }),
    };
  }

  /** @param folder the last part of the path before the number */
  numbered(row: NumberedItemRow, folder: 'issues' | 'merge_requests'): ConversationItem {
    const { project_owner: owner, project_path: path, iid } = row;
    return {
      title: row.title,
      href: `${this.projectLink(owner, path).href}/${folder}/${iid}`,
      reference: `${folder === 'issues' ? '#' : '!'}${iid}`,
      state: row.state,
      labels: labelsOf(row),
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
      labels: [],
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

/** The beginning of the first paragraph, or the first heading. */
function summary(text: string): string {
  const [first = ''] = text
    .trim()
    .replace(/^#{1,6}[ \t]+/, '')
    .split(/\n\s*\n/, 1);
  return first.length <= SUMMARY ? first : `${startOf(first, SUMMARY)} …`;
}

/** The first characters of a text, without half of a surrogate pair at the end. */
function startOf(text: string, length: number): string {
  const start = text.slice(0, length);
  return start.isWellFormed() ? start : start.slice(0, -1);
}
