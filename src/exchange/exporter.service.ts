import { Injectable } from '@nestjs/common';
import type { NoteableType } from '../activity/noteable.js';
import type { Position } from '../database/listing.js';
import { iso } from '../http/schema/iso.js';
import { PeopleRepository } from '../users/people.repository.js';
import { GHOST } from '../users/user-name.js';
import { FirstLines } from './first-lines.js';
import { ExportRepository, type Paged } from './export.repository.js';
import type { AwardToExport, NoteToExport, ProjectToExport } from './export-rows.js';
import { issueLine, mergeRequestLine, projectLine, snippetLine, userLine } from './export-lines.js';
import type { DataLine, ItemKind, LineOf } from './lines.js';

/** An issue, merge request or snippet. */
interface Item {
  type: NoteableType;
  id: number;
  place: Pick<LineOf<'note'>, 'project' | 'noteable_kind' | 'noteable'>;
}

const TYPES: Record<ItemKind, NoteableType> = {
  issue: 'Issue',
  merge_request: 'MergeRequest',
  snippet: 'Snippet',
};

type Names = Map<number, string>;

/**
 * Reads everything as lines while the service runs: all users, then each project with its members and its items, each
 * item with its awards and notes. Rows of users who were created after the users were read are left out, so each line
 * refers to lines before it only.
 */
@Injectable()
export class Exporter {
  constructor(
    private readonly rows: ExportRepository,
    private readonly authors: PeopleRepository,
  ) {}

  async *lines(): AsyncGenerator<DataLine> {
    const names: Names = new Map();
    yield* this.people(names);
    for await (const project of each((after) => this.rows.projects(after))) {
      const owner = await this.nameOf(names, project.owner_id);
      if (owner !== null) yield* this.project(names, project, owner);
    }
  }

  /** While users are read, an address or a key can move from one to another. It stays with the first one. */
  private async *people(names: Names): AsyncGenerator<DataLine> {
    const seen = new FirstLines();
    const isNew = (what: 'address' | 'SSH key', value: string) =>
      seen.claim(what, value, 0) === null;
    for await (const users of pages((after) => this.rows.users(after))) {
      const ids = users.map(({ id }) => id);
      const identities = await this.rows.identities(ids);
      for (const user of users) {
        names.set(user.id, user.username);
        seen.claim('address', user.email, 0);
        yield userLine(user, identities);
      }
      for (const { user_id: id, email, created_at } of await this.rows.emails(ids))
        if (isNew('address', email))
          yield { kind: 'email', user: names.get(id) ?? '', email, created_at: iso(created_at) };
      for (const row of await this.rows.keys(ids)) {
        const { title, key_text: key, fingerprint_sha256: fingerprint } = row;
        const times = { created_at: iso(row.created_at) };
        if (isNew('SSH key', fingerprint))
          yield { kind: 'key', user: names.get(row.user_id) ?? '', title, key, ...times };
      }
    }
  }

  private async *project(
    names: Names,
    row: ProjectToExport,
    owner: string,
  ): AsyncGenerator<DataLine> {
    const project = `${owner}/${row.path}`;
    yield projectLine(row, owner);
    // Somebody who leaves and joins again while members are read is on two pages.
    const members = new Set<string>();
    for await (const member of each((after) => this.rows.members(row.id, after))) {
      const user = names.get(member.user_id);
      const { access_level, created_at } = member;
      if (user !== undefined && members.size < members.add(user).size)
        yield { kind: 'member', project, user, access_level, created_at: iso(created_at) };
    }
    const item = (kind: ItemKind, id: number, noteable: number): Item => ({
      ...{ type: TYPES[kind], id },
      place: { project, noteable_kind: kind, noteable },
    });
    for await (const issue of each((after) => this.rows.issues(row.id, after))) {
      const people = await this.peopleOf(names, issue);
      if (!people) continue;
      yield issueLine(issue, project, people, issue.text);
      yield* this.conversation(names, item('issue', issue.id, issue.iid));
    }
    for await (const request of each((after) => this.rows.mergeRequests(row.id, after))) {
      const people = await this.peopleOf(names, request);
      if (!people) continue;
      yield mergeRequestLine(request, project, people, request.text);
      yield* this.conversation(names, item('merge_request', request.id, request.iid));
    }
    for await (const snippet of each((after) => this.rows.snippets(row.id, after))) {
      const people = await this.peopleOf(names, { ...snippet, assignee_id: null });
      if (!people) continue;
      yield snippetLine(snippet, project, people, snippet.text);
      yield* this.conversation(names, item('snippet', snippet.id, snippet.id));
    }
  }

  private async *conversation(names: Names, { type, id, place }: Item): AsyncGenerator<DataLine> {
    for (const award of await this.rows.awards(type, [id]))
      yield* awardLine(names, award, { ...place, note: null });
    for await (const notes of pages((after) => this.rows.notes(type, id, after))) {
      const awards = await this.rows.awards(
        'Note',
        notes.map((note) => note.id),
      );
      for (const note of notes) {
        const author = await this.nameOf(names, note.author_id);
        if (author === null) continue;
        yield this.noteLine(note, place, author);
        for (const award of awards.filter(({ awardable_id }) => awardable_id === note.id))
          yield* awardLine(names, award, { ...place, note: note.id });
      }
    }
  }

  private noteLine(
    note: NoteToExport & Position,
    place: Item['place'],
    author: string,
  ): LineOf<'note'> {
    const { id: number, is_system, created_at, updated_at } = note;
    return {
      ...({ kind: 'note', ...place, number, author } as const),
      body: note.text ?? '',
      ...{ system: is_system === 1, created_at: iso(created_at), updated_at: iso(updated_at) },
    };
  }

  /** Null if the user was created after the users were read. */
  private async nameOf(names: Names, id: number): Promise<string | null> {
    const name = names.get(id);
    if (name !== undefined) return name;
    // The ghost has what deleted users wrote. What a user who is being deleted wrote will be the ghost's.
    return (await this.authors.findButGhost(id)) ? null : GHOST;
  }

  private async peopleOf(
    names: Names,
    { author_id, assignee_id }: { author_id: number; assignee_id: number | null },
  ): Promise<{ author: string; assignee: string | null } | null> {
    const author = await this.nameOf(names, author_id);
    if (author === null) return null;
    return { author, assignee: assignee_id === null ? null : (names.get(assignee_id) ?? null) };
  }
}

type Page<Row> = (after: Position | null) => Paged<Row>;

async function* pages<Row>(read: Page<Row>): AsyncGenerator<(Row & Position)[]> {
  let after: Position | null = null;
  for (;;) {
    const page: (Row & Position)[] = await read(after);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = { key_time: last.key_time, key_id: last.key_id };
  }
}

async function* each<Row>(read: Page<Row>): AsyncGenerator<Row & Position> {
  for await (const page of pages(read)) yield* page;
}

/** Nothing if the giver is gone, or has come after the users were read. */
function* awardLine(
  names: Names,
  { user_id, name, created_at, updated_at }: AwardToExport,
  place: Item['place'] & { note: number | null },
): Generator<LineOf<'award_emoji'>> {
  const user = names.get(user_id);
  const times = { created_at: iso(created_at), updated_at: iso(updated_at) };
  if (user !== undefined) yield { kind: 'award_emoji', ...place, user, name, ...times };
}
