import { emojiNamed } from '../awards/emoji.js';
import { GHOST } from '../users/user-name.js';
import { integerOf, isTrue, longTextOf, textOf, timesOf } from './api-values.js';
import { FirstLines } from './first-lines.js';
import type { HistoricApi, Row } from './historic-api.js';
import type { DataLine, LineOf } from './lines.js';
import type { Warnings } from './warnings.js';

type PlaceOfNotes = Pick<LineOf<'note'>, 'project' | 'noteable_kind' | 'noteable'>;

const NOTE_AWARDS = 'award emoji of notes';

/** Reads the notes and awards of issues, merge requests and snippets of a historic server. */
export class ApiConversations {
  /** Whether the server has award emoji of this kind of thing. They came late. Without an entry, nobody knows yet. */
  private readonly hasAwards = new Map<string, boolean>();
  private readonly firstLines = new FirstLines();

  constructor(
    private readonly api: HistoricApi,
    private readonly warnings: Warnings,
    private readonly personIn: (row: Row, field: string) => string,
  ) {}

  /** @param at the path of the item */
  async *lines(at: string, place: PlaceOfNotes): AsyncGenerator<DataLine> {
    const awards = `award emoji of ${place.noteable_kind}`;
    const hasAwards = yield* this.awards(awards, at, { ...place, note: null });
    let isShown = false;
    const onShown = () => {
      if (!hasAwards && !isShown) this.missAwards(awards, true);
      isShown = true;
    };
    const notes = this.api.list(`${at}/notes`);
    let next = await notes.next();
    for (; next.done !== true; next = await notes.next()) {
      onShown();
      yield* this.note(at, place, next.value);
    }
    if (next.value) {
      onShown();
      return;
    }
    // Somebody has deleted the item since its list was read, or the server shows it to nobody.
    if (!hasAwards) this.missAwards(awards, false);
    this.warnings.add(`notes of ${place.noteable_kind}, of a list that the server does not show`);
  }

  private async *note(at: string, place: PlaceOfNotes, row: Row): AsyncGenerator<DataLine> {
    const number = integerOf(row, 'id', 0);
    const line: LineOf<'note'> = {
      ...{ kind: 'note', ...place, number, author: this.personIn(row, 'author') },
      ...{ body: longTextOf(row, 'body') ?? '', system: isTrue(row, 'system') },
      ...timesOf(row),
    };
    if (!this.warnings.accepts(line)) return;
    yield line;
    const path = `${at}/notes/${number}`;
    if (yield* this.awards(NOTE_AWARDS, path, { ...place, note: number })) return;
    const isLacking = this.hasAwards.get(`award emoji of ${place.noteable_kind}`) === false;
    const isUnknown = !this.hasAwards.has(NOTE_AWARDS);
    const isShown = isUnknown && (isLacking || (await this.api.one(path)) !== null);
    this.missAwards(NOTE_AWARDS, isShown);
  }

  /** Returns false if the server does not show the list. True also if it is known to lack all such lists. */
  private async *awards(
    what: string,
    at: string,
    place: PlaceOfNotes & { note: number | null },
  ): AsyncGenerator<DataLine, boolean> {
    if (this.hasAwards.get(what) === false) return true;
    this.firstLines.enterAwardable();
    const rows = this.api.list(`${at}/award_emoji`);
    let next = await rows.next();
    for (; next.done !== true; next = await rows.next()) {
      this.hasAwards.set(what, true);
      const row = next.value;
      const user = this.personIn(row, 'user');
      const name = emojiNamed(textOf(row, 'name'));
      const line: LineOf<'award_emoji'> = {
        ...{ kind: 'award_emoji', ...place, user, name: name ?? '', ...timesOf(row) },
      };
      if (name === null || user === GHOST)
        this.warnings.add('award emoji with an unknown name or user');
      // An award has several names, such as `+1` and `thumbsup`.
      else if (this.firstLines.claim('award emoji', `${user} ${name}`, 0) === null)
        if (this.warnings.accepts(line)) yield line;
    }
    if (next.value) this.hasAwards.set(what, true);
    return next.value;
  }

  /**
   * A list of awards is missing. If the server shows the item or note itself, it has no awards of this kind at all.
   *
   * @param isShown whether it shows that
   */
  private missAwards(what: string, isShown: boolean): void {
    const isLacking = isShown && !this.hasAwards.has(what);
    if (isLacking) this.hasAwards.set(what, false);
    this.warnings.add(
      `${what}, ${isLacking ? 'which the server does not have' : 'of a list that the server does not show'}`,
    );
  }
}
