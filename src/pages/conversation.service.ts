import { Injectable } from '@nestjs/common';
import type { Noteable, NoteableType } from '../core/event-recording/noteable.js';
import type { Actor } from '../core/auth/actor.js';
import { anonymousActor } from '../core/auth/anonymous.js';
import {
  AwardsRepository,
  MAX_AWARD_NAMES,
  type AwardNameRow,
} from '../features/awards/awards.repository.js';
import { emojiOfName } from '../features/awards/emoji.js';
import type { RequestScope } from '../database/request-scope.js';
import { toId } from '../http/input/input.js';
import { labelsOf, type NumberedItemRow } from '../features/numbered-items/numbered-item.view.js';
import { IssuesService } from '../features/issues/issues.service.js';
import { MergeRequestsService } from '../features/merge-requests/merge-requests.service.js';
import { NoteablesService } from '../features/noteables/noteables.service.js';
import { NotesRepository, type NoteRow } from '../features/notes/notes.repository.js';
import { byId, projectAt } from '../features/projects/project-ref.js';
import { SnippetsService } from '../features/snippets/snippets.service.js';
import { keysetPage } from './page-params.js';
import { PageTexts } from './page-texts.js';
import { PageViews } from './page-views.js';
import type {
  Conversation,
  PageAward,
  PageList,
  PageNote,
  PageText,
} from './templates/templates.js';
import { pageTime } from './templates/times.js';

/** What the URL of an issue, merge request or snippet consists of. */
interface ConversationUrl {
  owner: string;
  path: string;
  /** Of a snippet the id, else the iid. */
  number: string;
  cursor?: string | undefined;
}

/** What differs between the kinds. */
type Head = Pick<
  Conversation,
  'kind' | 'reference' | 'title' | 'state' | 'labels' | 'assignee' | 'facts' | 'author'
> & {
  noteable: Noteable;
  folder: string;
  list: string;
  row: Row;
  description: string | null;
  code: string | null;
};

interface Row {
  project_owner: string;
  project_path: string;
  created_at: number;
  updated_at: number;
}

/** Issues, merge requests and snippets as anonymous visitors see them, with a page of their notes. */
@Injectable()
export class ConversationService {
  constructor(
    private readonly issues: IssuesService,
    private readonly mergeRequests: MergeRequestsService,
    private readonly snippets: SnippetsService,
    private readonly noteables: NoteablesService,
    private readonly notes: NotesRepository,
    private readonly awards: AwardsRepository,
    private readonly views: PageViews,
    private readonly texts: PageTexts,
  ) {}

  /** @throws NotFound if not everyone may see it. @throws Invalid the cursor is not one of ours */
  async issue(scope: RequestScope, url: ConversationUrl): Promise<Conversation> {
    const { owner, path, number } = url;
    const actor = anonymousActor(scope);
    const issue = await this.issues.getByIid(actor, projectAt(owner, path), toId(number));
    const head = { kind: 'Issue', folder: 'issues', list: 'Issues', facts: [], code: null };
    return this.assemble(actor, url, { ...head, ...this.numbered(issue, 'Issue') });
  }

  /** @throws NotFound if not everyone may see it. @throws Invalid the cursor is not one of ours */
  async mergeRequest(scope: RequestScope, url: ConversationUrl): Promise<Conversation> {
    const { owner, path, number } = url;
    const actor = anonymousActor(scope);
    const row = await this.mergeRequests.getByIid(actor, projectAt(owner, path), toId(number));
    return this.assemble(actor, url, {
      ...{ kind: 'Merge request', folder: 'merge_requests', list: 'Merge requests', code: null },
      facts: [['Branches', `${row.source_branch} into ${row.target_branch}`]],
      ...this.numbered(row, 'MergeRequest'),
    });
  }

  /** @throws NotFound if not everyone may see it. @throws Invalid the cursor is not one of ours */
  async snippet(scope: RequestScope, url: ConversationUrl): Promise<Conversation> {
    const { owner, path, number } = url;
    const actor = anonymousActor(scope);
    const row = await this.snippets.getWithCode(actor, projectAt(owner, path), toId(number));
    return this.assemble(actor, url, {
      ...{
        kind: 'Snippet',
        folder: 'snippets',
        list: 'Snippets',
        state: null,
        assignee: null,
        labels: [],
      },
      ...{ title: row.title, description: null, facts: [], code: row.code, row },
      reference: row.file_name,
      author: this.views.author(row),
      noteable: { type: 'Snippet', id: row.id, project_id: row.project_id },
    });
  }

  /** The code of a snippet. @throws NotFound if not everyone may see it */
  async code(scope: RequestScope, { owner, path, number }: ConversationUrl): Promise<string> {
    const project = projectAt(owner, path);
    return (await this.snippets.getWithCode(anonymousActor(scope), project, toId(number))).code;
  }

  private numbered(row: NumberedItemRow, type: NoteableType) {
    const { assignee_id: id, assignee_username: username, assignee_name: name } = row;
    const { assignee_state: state } = row;
    const hasAssignee = id !== null && username !== null && name !== null && state !== null;
    return {
      ...{ row, title: row.title, description: row.description, state: row.state },
      reference: `${type === 'Issue' ? '#' : '!'}${row.iid}`,
      author: this.views.author(row),
      labels: labelsOf(row),
      assignee: hasAssignee ? this.views.contributor({ id, username, name, state }) : null,
      noteable: { type, id: row.id, project_id: row.project_id },
    };
  }

  private async assemble(
    actor: Actor,
    { number, cursor }: ConversationUrl,
    { row, noteable, folder, list, description, code, ...head }: Head,
  ): Promise<Conversation> {
    const project = this.views.projectLink(row.project_owner, row.project_path);
    const page = await this.notes.list(noteable, keysetPage(cursor), 'asc');
    const place = { id: noteable.project_id, href: project.href };
    const [text = null, ...bodies] = await this.texts.render(place, [
      { text: description ?? '', heading: 3 },
      ...page.items.map(({ body }) => ({ text: body, heading: 4 as const })),
    ]);
    const notes = page.items.map((row, i) => this.note(row, bodies[i] ?? { plain: row.body }));
    const ids = notes.map(({ id }) => id);
    const [names] = await Promise.all([
      this.awards.listNames(noteable, ids),
      // Again: notes that were written since the first check may not be for everyone.
      this.noteables.get(actor, { ...noteable, project: byId(noteable.project_id) }),
    ]);
    for (const note of notes) note.awards = awardsOf(names, { type: 'Note', id: note.id });
    const href = `${project.href}/${folder}/${toId(number)}`;
    return {
      ...head,
      project,
      list: { text: list, href: `${project.href}/${folder}` },
      created: pageTime(row.created_at),
      updated: pageTime(row.updated_at),
      text: description ? text : null,
      code: code === null ? null : { text: code, raw: `${href}/raw` },
      awards: awardsOf(names, noteable),
      notes: this.anchored(this.views.list(notes, page, href, cursor)),
    };
  }

  private note(row: NoteRow, text: PageText): PageNote {
    const isSystem = row.is_system === 1;
    // The owner of a project may set `created_at` to the past. Then the note is not an edited one by that alone.
    const isEdited = !isSystem && row.updated_at - row.created_at >= 1_000;
    return {
      ...{ id: row.id, isSystem, awards: [] },
      author: this.views.author(row),
      text,
      created: pageTime(row.created_at),
      edited: isEdited ? pageTime(row.updated_at) : null,
    };
  }

  /** A link to another page leads to the notes, and not to the top of the page. */
  private anchored<Item>({ items, next, first }: PageList<Item>): PageList<Item> {
    return { items, next: next && `${next}#notes`, first: first && `${first}#notes` };
  }
}

/** Counts the awards of one awardable, by emoji, in the order in which the emoji were first given. */
function awardsOf(
  rows: readonly AwardNameRow[],
  { type, id }: { type: string; id: number },
): PageAward[] {
  const own = rows.filter(
    ({ awardable_type, awardable_id }) => awardable_type === type && awardable_id === id,
  );
  const counts = new Map<string, number>();
  for (const { name } of own) counts.set(name, (counts.get(name) ?? 0) + 1);
  const more = own.length >= MAX_AWARD_NAMES ? '+' : '';
  return [...counts].map(([name, count]) => ({
    emoji: emojiOfName(name) ?? `:${name}:`,
    name,
    count: `${count}${more}`,
  }));
}
