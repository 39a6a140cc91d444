import type { Note, Person, Project, Noteable, World } from './model.js';
import { seesProject, seesNoteable } from './rights.js';

export type RequestParameters = Record<string, string | number | boolean>;

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** The query of GET, the body of the others. */
  parameters?: RequestParameters;
}

/** The predicted response. */
export interface Expected {
  status: number;
  /** The expected body, which may have more documented fields. Computed after `apply`. */
  body: () => unknown;
  /** The header X-Total. */
  total?: number;
  /** Applies the effect of the call to the model. */
  apply?: (answer: { id: number }) => void | Promise<void>;
}

export interface Call extends Request {
  expected: Expected;
}

/** Turns random choices into a call that the model can predict. */
export type Plan = (world: World, caller: Person, pick: Chooser) => Call;

/** Random choices. Once they are used up, each choice is the first option. */
export class Chooser {
  private used = 0;

  constructor(private readonly draws: readonly number[]) {}

  of<T>(items: readonly T[]): T {
    const item = items[this.next() % items.length];
    if (item === undefined) throw new Error('There is nothing to choose from');
    return item;
  }

  /** Usually one of the latest items; undefined if there are none. */
  latest<T>(items: readonly T[]): T | undefined {
    return items.length === 0 ? undefined : this.of([...items].slice(-4).reverse());
  }

  /** True once in `count` times on average. */
  oneIn(count: number): boolean {
    return this.next() % count === 1;
  }

  private next(): number {
    return this.draws[this.used++] ?? 0;
  }
}

export const refusalOf = (status: number, message: unknown): Expected => ({
  status,
  body: () => ({ message }),
});
export const UNAUTHORIZED = refusalOf(401, '401 Unauthorized');
export const FORBIDDEN = refusalOf(403, '403 Forbidden');
export const TAKEN = 'has already been taken';
export const notFound = (noteable: string): Expected => refusalOf(404, `404 ${noteable} Not Found`);

export const answered = (body: () => unknown, apply?: Expected['apply']): Expected => ({
  status: 200,
  body,
  ...(apply ? { apply } : {}),
});
export const created = (body: () => unknown, apply: Expected['apply']): Expected => ({
  ...answered(body, apply),
  status: 201,
});

export const NAME = { Issue: 'Issue', Snippet: 'Snippet', MergeRequest: 'Merge Request' } as const;
const PLURAL = { Issue: 'issues', Snippet: 'snippets', MergeRequest: 'merge_requests' } as const;

export const collectionOf = (project: Project, type: Noteable['type']): string =>
  `/projects/${project.id}/${PLURAL[type]}`;
export const pathOf = (noteable: Noteable): string =>
  `${collectionOf(noteable.project, noteable.type)}/${noteable.id}`;

export const notePath = ({ noteable, id }: Note): string => `${pathOf(noteable)}/notes/${id}`;

/** 404 if the caller cannot see it, otherwise null. */
export const hiddenProject = (caller: Person, project: Project): Expected | null =>
  seesProject(caller, project) ? null : notFound('Project');
export const hiddenNoteable = (caller: Person, noteable: Noteable): Expected | null =>
  hiddenProject(caller, noteable.project) ??
  (seesNoteable(caller, noteable) ? null : notFound(NAME[noteable.type]));

export const hiddenNote = (caller: Person, note: Note): Expected | null =>
  hiddenNoteable(caller, note.noteable) ?? (note.isDeleted ? notFound('Note') : null);

/** A page of a list with exactly these items, in this order. */
export function listed<Item>(
  pick: Chooser,
  { path, parameters = {} }: Pick<Request, 'path' | 'parameters'>,
  items: readonly Item[],
  view: (item: Item) => unknown,
): Call {
  const perPage = pick.of([20, 1, 2, 3]);
  const number = pick.of([1, 1, 2, 3]);
  const isKeyset = pick.oneIn(6);
  const start = isKeyset ? 0 : (number - 1) * perPage;
  const position: RequestParameters = isKeyset ? { pagination: 'keyset' } : { page: number };
  return {
    method: 'GET',
    path,
    parameters: { ...parameters, ...position, per_page: perPage },
    expected: {
      status: 200,
      body: () => items.slice(start, start + perPage).map(view),
      ...(isKeyset ? {} : { total: items.length }),
    },
  };
}
