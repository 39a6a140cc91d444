/** What must be unique, with the advice for a file that has it twice. */
const ADVICE = {
  username: 'name an existing user for one of them in --map-users, or rename one in the source',
  address: 'name an existing user for one of them in --map-users, or remove one in the source',
  'secondary address': 'remove one of the addresses in the source',
  'directory account': 'remove it from one of the users in the source',
  'directory entry': 'remove it from one of the users in the source',
  'SSH key': 'remove one of the lines',
  project:
    'rename one of the projects in the source, or name different users for their owners in --map-users',
  member: 'remove one of the lines',
  issue: 'give one of them another number',
  'merge request': 'give one of them another number',
  snippet: 'give one of them another number',
  'award emoji': 'remove one of the lines',
};

export type UniqueValue = keyof typeof ADVICE;

/** Two users of the file can be one user here, because of the mapping. */
export type MergedValue = 'member here' | 'award emoji here';

type Scope = UniqueValue | MergedValue;

/** Addresses are unique, be they primary or secondary. */
const SCOPES: Partial<Record<Scope, Scope>> = { 'secondary address': 'address' };

/**
 * The lines that have the unique values of a file. Takes an entry for each username, address, directory account,
 * unique id of a directory, SSH key and project of the file. The rest is forgotten at the next project, item or note.
 */
export class FirstLines {
  private readonly values = new Map<Scope, Map<string | number, number>>();

  /** Returns the line that has the value already. Null if there is none: then it is this line. */
  claim(scope: Scope, value: string | number, at: number): number | null {
    const name = SCOPES[scope] ?? scope;
    const lines = this.values.get(name) ?? new Map<string | number, number>();
    this.values.set(name, lines);
    const first = lines.get(value);
    if (first === undefined) lines.set(value, at);
    return first ?? null;
  }

  enterProject(): void {
    this.forget('member', 'member here', 'issue', 'merge request', 'snippet');
    this.enterAwardable();
  }

  /** An item or a note, whose awards follow. */
  enterAwardable(): void {
    this.forget('award emoji', 'award emoji here');
  }

  private forget(...scopes: Scope[]): void {
    for (const scope of scopes) this.values.delete(scope);
  }
}

/** @param shown the value, as the operator knows it */
export const repetition = (what: UniqueValue, shown: string, at: number, first: number): string =>
  `Line ${at} repeats the ${what} ${shown} of line ${first}${what === 'username' || what === 'project' ? ' (letter case does not matter)' : ''}: ${ADVICE[what]}.`;
