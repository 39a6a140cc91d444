import { setTimeout as sleep } from 'node:timers/promises';
import { CannotStart } from '../config/cannot-start.js';
import { UnusableData } from './unusable-data.js';

const PREFIX = '/api/v3';
const PER_PAGE = 100;
const ATTEMPTS = 8;
const REQUEST_MS = 60_000;
/** Longest wait that the server may ask for, in seconds. */
const MAX_WAIT = 120;
/** Another attempt may succeed. */
const TEMPORARY = new Set([429, 502, 503, 504]);
/** The server does not have the resource, or does not show it. */
const ABSENT = new Set([403, 404]);

/** A JSON object of the server. Its fields are checked where they are used. */
export type Row = Record<string, unknown>;

/** Reads the interface of a historic server. The token is sent to this server only, and is in no message. */
export class HistoricApi {
  private readonly base: string;

  /** @throws UnusableData the URL is none */
  constructor(
    url: string,
    private readonly token: string,
  ) {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw new UnusableData(`--from-api ${url} is no URL: write it as https://forge.example.org.`);
    const address = url.replace(/[?#].*$/, '').replace(/\/+$/, '');
    this.base = address.endsWith(PREFIX) ? address : address + PREFIX;
  }

  /** Null if the server does not have it. */
  async one(path: string): Promise<Row | null> {
    const response = await this.send(path);
    return response && ((await json(response)) as Row);
  }

  /** Null if the server does not have it. */
  async text(path: string): Promise<string | null> {
    return (await this.send(path))?.text() ?? null;
  }

  /**
   * Every item of a list, once each. Follows cursors where the server has them, so that nothing is missed while others
   * write. Returns whether the server has the list.
   */
  async *list(path: string, order = ''): AsyncGenerator<Row, boolean> {
    const seen = new Set<unknown>();
    const fixed = `per_page=${PER_PAGE}${order}`;
    let query: string | null = `${fixed}&pagination=keyset`;
    for (let page = 1; query !== null; page++) {
      const response = await this.send(`${path}?${query}`);
      if (!response) return page > 1;
      const rows: unknown = await json(response);
      if (!Array.isArray(rows)) throw this.unexpected(path);
      for (const row of rows as Row[]) {
        if (row['id'] !== undefined && seen.has(row['id'])) continue;
        seen.add(row['id']);
        yield row;
      }
      const next = nextPage(response.headers, page, rows.length);
      query = typeof next === 'number' ? `${fixed}&page=${next}` : next;
    }
    return true;
  }

  private async send(path: string): Promise<Response | null> {
    for (let attempt = 1; ; attempt++) {
      const response = await this.attempt(path);
      if (response?.ok) return response;
      await response?.body?.cancel();
      if (response && ABSENT.has(response.status)) return null;
      if (response && !TEMPORARY.has(response.status)) throw this.refused(path, response.status);
      if (attempt === ATTEMPTS)
        throw new CannotStart(
          `${this.base} does not respond to ${path}: nothing was changed. Try again later.`,
        );
      const asked = Number(response?.headers.get('Retry-After'));
      const seconds = asked > 0 ? Math.min(asked, MAX_WAIT) : 0.2 * 2 ** attempt;
      await sleep(seconds * 1_000);
    }
  }

  /** Null if there was no response. */
  private async attempt(path: string): Promise<Response | null> {
    try {
      return await fetch(this.base + path, {
        headers: { 'PRIVATE-TOKEN': this.token },
        // The token must not follow to another host.
        redirect: 'manual',
        signal: AbortSignal.timeout(REQUEST_MS),
      });
    } catch {
      return null;
    }
  }

  private refused(path: string, status: number): UnusableData {
    if (status === 401)
      return new UnusableData(
        `${this.base} rejects the token of --token-file: write a private token of an administrator into it. Nothing was changed.`,
      );
    if (status >= 300 && status < 400)
      return new UnusableData(
        `${this.base} redirects to another address: give that one to --from-api. Nothing was changed.`,
      );
    return new UnusableData(`${this.base}${path} answers ${status}. Nothing was changed.`);
  }

  private unexpected(path: string): UnusableData {
    return new UnusableData(
      `${this.base}${path} is not a list of a historic interface: check --from-api. Nothing was changed.`,
    );
  }
}

/**
 * The query or the number of the next page. Null at the end. Only the query of the link counts: its host may be another
 * name of the server.
 */
function nextPage(headers: Headers, page: number, length: number): string | number | null {
  const [, link] = /<([^>]*)>;\s*rel="?next"?/.exec(headers.get('Link') ?? '') ?? [];
  const query = link === undefined ? '' : link.slice(link.indexOf('?') + 1);
  if (query !== '') return query;
  const next = headers.get('X-Next-Page');
  if (headers.has('Link') || next === '') return null;
  if (next !== null) return Number(next) || null;
  return length < PER_PAGE ? null : page + 1;
}

/** Null for what is not JSON, such as a page of a proxy. */
async function json(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}
