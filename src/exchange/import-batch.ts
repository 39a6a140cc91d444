import type { ObjectLiteral, Repository } from 'typeorm';
import type { Noteable } from '../activity/noteable.js';
import type { Unit } from '../database/unit.js';
import { GHOST } from '../users/user-name.js';
import { Repeats, type RowsOfTime } from './equal-rows.js';
import { repetition, type MergedValue, type UniqueValue } from './first-lines.js';
import type { ImportRun } from './import-run.js';
import type { ItemKind } from './lines.js';
import { ImportInterrupted, notAnExport } from './unusable-data.js';
import { LoggableError } from '../log/loggable-error.js';

/** The id of what only the real import creates. No row has it. */
export const NOT_YET = 0;

/**
 * Equal for users of the file that are one user here: an id, or the username of a user to be created. `"5"` is not 5.
 */
export type Identity = number | string;

export interface CurrentProject {
  /** `owner/path` in the file. */
  ref: string;
  id: number;
  owner: Identity;
}

/** The issue, merge request or snippet whose notes and awards follow. */
export interface CurrentItem extends Noteable {
  kind: ItemKind;
  /** The iid, or the number of a snippet. */
  number: number;
  /** Perhaps not everyone who sees the project sees the item. */
  isRestricted: boolean;
}

/** Where in the file the import is. */
export class Place {
  project: CurrentProject | null = null;
  item: CurrentItem | null = null;
  note: { number: number; id: number } | null = null;
  /** Of the item. */
  notes = new Repeats();
  /** Of the project. */
  snippets = new Repeats();
  /** What the database had when the first line of this time came. */
  storedNotes: RowsOfTime | null = null;
  storedSnippets: RowsOfTime | null = null;

  enterProject(project: CurrentProject): void {
    Object.assign(this, { project, item: null, note: null });
    Object.assign(this, { snippets: new Repeats(), storedSnippets: null });
  }

  enterItem(item: CurrentItem): void {
    Object.assign(this, { item, note: null, notes: new Repeats(), storedNotes: null });
  }

  copy(): Place {
    const { notes, snippets } = this;
    return Object.assign(new Place(), this, { notes: notes.copy(), snippets: snippets.copy() });
  }
}

/** One attempt to import some lines in one unit of work. A unit may run again, so nothing of it counts before the end. */
export class ImportBatch {
  readonly place: Place;
  readonly users = new Map<string, number>();
  readonly projects = new Set<string>();
  /** The position of the current line in the file. */
  at = 0;
  private readonly held = new Map<string, unknown>();

  /** @param openUnit absent in the first pass, which only reads */
  constructor(
    readonly run: ImportRun,
    private readonly openUnit?: Unit,
  ) {
    this.place = run.place.copy();
  }

  get isFirstPass(): boolean {
    return this.openUnit === undefined;
  }

  get unit(): Unit {
    if (!this.openUnit) throw new LoggableError('A dry run must not write');
    return this.openUnit;
  }

  /** The repository in the unit of work. In a dry run the repository itself, which can only read. */
  of<Entity extends ObjectLiteral, Joined extends Repository<Entity>>(
    repository: Joined & Repository<Entity>,
  ): Joined {
    return this.openUnit?.withRepository(repository) ?? repository;
  }

  /** The id of a user of the file. */
  user(username: string): number {
    if (username === GHOST) return this.run.ghostId();
    const id = this.users.get(username) ?? this.run.users.get(username);
    if (id === undefined) throw this.wrong(`the user ${username} has no line before it`);
    return id;
  }

  /** The id of a user who is not the ghost. */
  person(username: string): number {
    if (username === GHOST)
      throw this.wrong(`${GHOST} stands for deleted users, who are authors and owners only`);
    return this.user(username);
  }

  identity(username: string): Identity {
    const id = this.user(username);
    return id === NOT_YET ? username : id;
  }

  /**
   * Reports a value that an earlier line has. Otherwise the second pass would merge two things of the file, or break off.
   *
   * @param shown the value, as the operator knows it
   */
  requireUnique(what: UniqueValue, value: string | number, shown = String(value)): void {
    if (!this.isFirstPass) return;
    const first = this.run.firstLines.claim(what, value, this.at);
    if (first !== null) this.run.addProblem(repetition(what, shown, this.at, first));
  }

  /** Whether the second pass will create this. Two users of the file can be one user here. */
  isFirst(what: MergedValue, value: string | number): boolean {
    return this.run.firstLines.claim(what, value, this.at) === null;
  }

  hasUser(username: string): boolean {
    return this.users.has(username) || this.run.users.has(username);
  }

  project(ref: string): CurrentProject {
    const { project } = this.place;
    if (project?.ref !== ref) throw this.wrong(`it does not follow the line of the project ${ref}`);
    return project;
  }

  item(line: { project: string; noteable_kind: ItemKind; noteable: number }): CurrentItem {
    this.project(line.project);
    const { item } = this.place;
    if (item?.kind !== line.noteable_kind || item.number !== line.noteable)
      throw this.wrong(`it does not follow its ${line.noteable_kind}`);
    return item;
  }

  wrong(problem: string): Error {
    return notAnExport(this.run.file, this.at, problem);
  }

  /** Keeps something from being deleted until the unit ends. Sends the statement once. Returns its result. */
  async hold<Row>(name: string, lock: () => Promise<Row | null>): Promise<Row> {
    const row = this.held.get(name) ?? (await lock());
    if (!row) throw new ImportInterrupted(`Somebody has deleted ${name} during the import.`);
    this.held.set(name, row);
    return row as Row;
  }
}
