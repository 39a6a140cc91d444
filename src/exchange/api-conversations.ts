import { emojiNamed } from '../awards/emoji.js';
import { GHOST } from '../users/user-name.js';
import { integerOf, isTrue, longTextOf, textOf, timesOf } from './api-values.js';
import type { HistoricApi, Row } from './historic-api.js';
import type { DataLine, LineOf } from './lines.js';
import type { Warnings } from './warnings.js';

type PlaceOfNotes = Pick<LineOf<'note'>, 'project' | 'noteable_kind' | 'noteable'>;

/** Reads the notes and awards of issues, merge requests and snippets of a historic server. */
export class ApiConversations {
  /** Lists that the server has, and lists that it lacks. Award emoji came late. */
  private readonly known = new Map<string, boolean>();

  constructor(
    private readonly api: HistoricApi,
    private readonly warnings: Warnings,
    private readonly personIn: (row: Row, field: string) => string,
  ) {}

  /** @param at the path of the item */
  async *lines(at: string, place: PlaceOfNotes): AsyncGenerator<DataLine> {
    yield* this.awards(`award emoji of ${place.noteable_kind}`, at, { ...place, note: null });
    for await (const row of this.listed(`notes of ${place.noteable_kind}`, `${at}/notes`)) {
      const number = integerOf(row, 'id', 0);
      const line: LineOf<'note'> = {
        ...{ kind: 'note', ...place, number, author: this.personIn(row, 'author') },
        ...{ body: longTextOf(row, 'body') ?? '', system: isTrue(row, 'system') },
        ...timesOf(row),
      };
      if (!this.warnings.accepts(line)) continue;
      yield line;
      const award = { ...place, note: number };
      yield* this.awards('award emoji of notes', `${at}/notes/${number}`, award);
    }
  }

  private async *awards(
    what: string,
    at: string,
    place: PlaceOfNotes & { note: number | null },
  ): AsyncGenerator<DataLine> {
    for await (const row of this.listed(what, `${at}/award_emoji`)) {
      const user = this.personIn(row, 'user');
      const name = emojiNamed(textOf(row, 'name'));
      const line: LineOf<'award_emoji'> = {
        ...{ kind: 'award_emoji', ...place, user, name: name ?? '', ...timesOf(row) },
      };
      if (name === null || user === GHOST)
        this.warnings.add('award emoji with an unknown name or user');
      else if (this.warnings.accepts(line)) yield line;
    }
  }

  /** If the server lacks the first list of a kind, it lacks all of them. Later, a list may have been deleted meanwhile. */
  private async *listed(what: string, path: string): AsyncGenerator<Row> {
    if (this.known.get(what) === false) return;
    const isThere = yield* this.api.list(path);
    if (!isThere && !this.known.has(what)) {
      this.warnings.add(`${what}, which the server does not have`);
      this.known.set(what, false);
    } else if (isThere) this.known.set(what, true);
  }
}
