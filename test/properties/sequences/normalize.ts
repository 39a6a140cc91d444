/** Matches the timestamps that the service chooses. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Makes equal responses of two services identical: ids become order of appearance, times and tokens are dropped. */
export class Normalizer {
  private readonly seen = new Map<string, unknown[]>();

  constructor(private readonly base: string) {}

  /** Normalizes a path below /api/v3, or links to such paths. */
  path(text: string): string {
    return this.labelled(text, /\/(\w+)\/(\d+)\b/g).replace(/\bcursor=[\w-]+/g, 'cursor=<cursor>');
  }

  /** `kind` is the kind of the outermost object, for its id. */
  body(value: unknown, kind: string): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.body(item, kind));
    if (typeof value !== 'object' || value === null) return value;
    // A note with a single emoji creates an award.
    const own = 'awardable_id' in value ? 'award_emoji' : kind;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const isId = /^(?:.*_)?id$/.test(name) && typeof inner === 'number';
        if (isId) return [name, this.label(name === 'id' ? own : kindOf(name, value), inner)];
        return [name, name === 'private_token' ? '<token>' : this.body(inner, name)];
      }),
    );
  }

  private text(text: string): string {
    if (MOMENT.test(text)) return '<time>';
    // URLs of issues and merge requests contain the iid.
    return text.startsWith(this.base)
      ? this.labelled(text, /\/(avatars|snippets)\/(\d+)\b/g)
      : text;
  }

  private labelled(text: string, ids: RegExp): string {
    return text.replaceAll(this.base, '').replace(ids, (_, kind: string, id: string) => {
      return `/${kind}/${this.label(kind, Number(id))}`;
    });
  }

  private label(kind: string, id: number): string {
    const seen = this.seen.get(kind) ?? [];
    this.seen.set(kind, seen);
    if (!seen.includes(id)) seen.push(id);
    return `${kind}#${seen.indexOf(id) + 1}`;
  }
}

/** Adds the type to the name of an id that can refer to several kinds. */
function kindOf(name: string, object: object): string {
  const { [name.replace(/_id$/, '_type')]: type } = object as Record<string, unknown>;
  return typeof type === 'string' ? `${name} ${type}` : name;
}
