import { setTimeout as sleep } from 'node:timers/promises';
import { CannotStart } from '../config/cannot-start.js';
import type { Answer, ResponseFile, Server } from './response-file.js';
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

interface Response {
  status: number;
  /** In seconds, or NaN. */
  retryAfter: number;
  /** Null for other statuses than 2xx. */
  answer: Answer | null;
}

interface Found<T> {
  answer: Answer;
  value: T | null;
}

/** Whether the text has what a URL has before the `@` of its host, even if the rest is no URL. */
export const hasCredentials = (url: string): boolean => /^[^/?#]*:\/*[^/?#]*@/.test(url.trim());

/** @throws UnusableData the text is no URL */
export function apiAt(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UnusableData('--from-api is no URL: write it as https://forge.example.org.');
  const address = url.replace(/[?#].*$/, '').replace(/\/+$/, '');
  return address.endsWith(PREFIX) ? address : address + PREFIX;
}

/**
 * Reads the interface of a historic server. The token is sent to this server only, and is in no message. Responses that
 * are in the file are not asked for again.
 */
export class HistoricApi {
  private readonly base: string;
  private readonly token: string;
  private pagesByCursor = false;

  constructor(
    { base, token }: Server,
    private readonly responses: ResponseFile,
  ) {
    this.base = base;
    this.token = token;
  }

  /** Whether the server pages lists by cursors, as the first page of the latest list shows. Only Forgenote does. */
  get hasCursors(): boolean {
    return this.pagesByCursor;
  }

  /** Null if the server does not have it. Empty if it is no JSON object, such as a page of a proxy. */
  async one(path: string): Promise<Row | null> {
    const found = await this.read(path, objectIn);
    return found && (found.value ?? {});
  }

  /** Null if the server does not have it. */
  async text(path: string): Promise<string | null> {
    return (await this.read(path, (text) => text))?.value ?? null;
  }

  /**
   * Every item of a list, once each. Follows cursors where the server has them, so that nothing is missed while others
   * write. Returns whether the server has the list.
   *
   * @param parameters more of the query, each with `&` before it
   * @throws CannotStart a later page is missing
   */
  async *list(path: string, parameters = ''): AsyncGenerator<Row, boolean> {
    const seen = new Set<unknown>();
    const fixed = `per_page=${PER_PAGE}${parameters}`;
    const pages: string[] = [];
    let query: string | null = `${fixed}&pagination=keyset`;
    for (let page = 1; query !== null; page++) {
      const found = await this.read(`${path}?${query}`, rowsIn);
      if (!found && page === 1) return false;
      if (!found) {
        // If somebody has deleted the item, the first page is missing too when a continued download asks for it again.
        // If the list has grown meanwhile, the pages that were kept would not fit together with new ones.
        for (const read of pages) this.responses.forget(read);
        throw this.missing(path);
      }
      pages.push(`${path}?${query}`);
      const { answer, value: rows } = found;
      if (!rows) throw this.unexpected(path);
      if (page === 1) this.pagesByCursor = isByCursor(answer);
      for (const row of rows) {
        if (row['id'] !== undefined && seen.has(row['id'])) continue;
        seen.add(row['id']);
        yield row;
      }
      const next = nextPage(answer, page, rows.length);
      query = typeof next === 'number' ? `${fixed}&page=${next}` : next;
    }
    return true;
  }

  /**
   * As `list`, for a list without which the import would be incomplete.
   *
   * @throws CannotStart the server does not show it
   */
  async *requiredList(path: string, parameters = ''): AsyncGenerator<Row> {
    if (!(yield* this.list(path, parameters))) throw this.missing(path);
  }

  /** @param parse returns null for another kind of text. The file does not get it, so a later attempt asks again */
  private async read<T>(path: string, parse: (text: string) => T | null): Promise<Found<T> | null> {
    const known = this.responses.find(path);
    const answer = known ?? (await this.ask(path));
    const value = answer && parse(answer.text);
    // Not what the server refuses: that may be for a moment, so a continued download asks again.
    if (known === undefined && answer !== null && value !== null) this.responses.keep(path, answer);
    return answer && { answer, value };
  }

  private async ask(path: string): Promise<Answer | null> {
    for (let attempt = 1; ; attempt++) {
      const response = await this.send(path);
      if (response?.answer) return response.answer;
      if (response && ABSENT.has(response.status)) return null;
      if (response && !TEMPORARY.has(response.status)) throw this.refused(path, response.status);
      if (attempt === ATTEMPTS)
        throw new CannotStart(
          `${this.base} does not respond to ${path}: nothing was changed. Run the same command again later: it continues.`,
        );
      const asked = response?.retryAfter ?? NaN;
      const seconds = asked > 0 ? Math.min(asked, MAX_WAIT) : 0.2 * 2 ** attempt;
      await sleep(seconds * 1_000);
    }
  }

  /** Null if there was no response, or if it ended early. */
  private async send(path: string): Promise<Response | null> {
    try {
      const response = await fetch(this.base + path, {
        headers: { 'PRIVATE-TOKEN': this.token },
        // The token must not follow to another host.
        redirect: 'manual',
        signal: AbortSignal.timeout(REQUEST_MS),
      });
      const { status, headers } = response;
      const retryAfter = Number(headers.get('Retry-After') ?? NaN);
      if (response.ok)
        return { status, retryAfter, answer: answerOf(headers, await response.text()) };
      await response.body?.cancel();
      return { status, retryAfter, answer: null };
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

  private missing(path: string): CannotStart {
    return new CannotStart(
      `${this.base}${path} is not complete: the server answers 403 or 404. Nothing was changed. Run the same command again later: it continues.`,
    );
  }

  private unexpected(path: string): UnusableData {
    return new UnusableData(
      `${this.base}${path} is not a list of a historic interface: check --from-api. Nothing was changed.`,
    );
  }
}

const answerOf = (headers: Headers, text: string): Answer => ({
  text,
  link: headers.get('Link'),
  next_page: headers.get('X-Next-Page'),
});

/** Other servers ignore `pagination=keyset`: their links, if there are any, have page numbers. */
const isByCursor = ({ link }: Answer): boolean => link !== null && !/[?&]page=/.test(link);

/**
 * The query or the number of the next page. Null at the end. Only the query of the link counts: its host may be another
 * name of the server.
 */
function nextPage(answer: Answer, page: number, length: number): string | number | null {
  const [, link] = /<([^>]*)>;\s*rel="?next"?/.exec(answer.link ?? '') ?? [];
  const query = link === undefined ? '' : link.slice(link.indexOf('?') + 1);
  if (query !== '') return query;
  const next = answer.next_page;
  if (answer.link !== null || next === '') return null;
  if (next !== null) return Number(next) || null;
  return length < PER_PAGE ? null : page + 1;
}

function objectIn(text: string): Row | null {
  const value = json(text);
  return typeof value === 'object' && !Array.isArray(value) ? (value as Row | null) : null;
}

function rowsIn(text: string): Row[] | null {
  const value = json(text);
  return Array.isArray(value) ? (value as Row[]) : null;
}

/** Null for what is not JSON. */
function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
