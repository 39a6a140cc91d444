import type { FastifyRequest } from 'fastify';
import { isSecretName } from '../input/secret-names.js';
import type { OffsetPosition, Page } from './page.js';
import { OPERATION } from '../routing/operation.js';
import type { PublicUrl } from '../routing/public-url.js';
import { fieldsOf } from '../schema/schema.js';

/** The headers of lists. CORS exposes them and the document describes them. */
export const PAGE_HEADERS = [
  ...(['Link', 'X-Total', 'X-Total-Pages'] as const),
  ...(['X-Page', 'X-Per-Page', 'X-Next-Page', 'X-Prev-Page'] as const),
] as const;

/** Of a longer query, the links have only what the service reads: four links, and clients accept 16 KiB of headers. */
const MAX_QUERY_LENGTH = 3_500;

/** Writes a link to another page of the same list. `position` is a query that needs no encoding. */
type LinkTo = (rel: string, position: string) => string;

/** Parameters that a link replaces. */
const POSITION = new Set(['page', 'per_page', 'cursor']);

function linkTo(urls: PublicUrl, request: FastifyRequest): LinkTo {
  const { url } = request;
  const mark = url.includes('?') ? url.indexOf('?') : url.length;
  // The request line may have an absolute URL, as for a proxy.
  const path = url.slice(0, mark).replace(/^\w+:\/\/[^/]*|\/+$/g, '');
  const address = `${urls.forPath(path)}?${queryToKeep(url.slice(mark + 1), request)}`;
  return (rel, position) => `<${address}${position}>; rel="${rel}"`;
}

function queryToKeep(query: string, request: FastifyRequest): string {
  if (query === '') return '';
  const parameters = [...new URLSearchParams(query)].filter(
    ([name]) => !POSITION.has(name) && !isSecretName(name),
  );
  const all = queryOf(parameters);
  if (all.length <= MAX_QUERY_LENGTH) return all;
  return queryOf(parameters.filter(([name]) => isRead(name, request)));
}

const queryOf = (parameters: [string, string][]): string =>
  parameters.length === 0 ? '' : `${new URLSearchParams(parameters).toString()}&`;

function isRead(name: string, request: FastifyRequest): boolean {
  const params = request.routeOptions.config[OPERATION]?.params;
  return name === 'sudo' || (params !== undefined && fieldsOf(params).has(name));
}

/** The `Link` and `X-` headers that describe the position of a page. */
export function pageHeaders(
  { position, perPage }: Page<unknown>,
  urls: PublicUrl,
  request: FastifyRequest,
): Record<string, string> {
  const link = linkTo(urls, request);
  if (!('next' in position)) return offsetHeaders(position, perPage, link);
  const first = link('first', `per_page=${perPage}`);
  return {
    link:
      position.next === null
        ? first
        : `${link('next', `per_page=${perPage}&cursor=${position.next}`)}, ${first}`,
    'x-per-page': String(perPage),
  };
}

function offsetHeaders(
  { page, total, prev, hasNext }: OffsetPosition,
  perPage: number,
  link: LinkTo,
): Record<string, string> {
  const to = (rel: string, number: number) => link(rel, `page=${number}&per_page=${perPage}`);
  const next = hasNext ? page + 1 : null;
  const pages = total === null ? null : Math.ceil(total / perPage);
  const links: string[] = [];
  if (prev !== null) links.push(to('prev', prev));
  if (next !== null) links.push(to('next', next));
  links.push(to('first', 1));
  if (pages !== null) links.push(to('last', Math.max(1, pages)));
  const headers: Record<string, string> = {
    'x-page': String(page),
    'x-per-page': String(perPage),
    'x-next-page': String(next ?? ''),
    'x-prev-page': String(prev ?? ''),
    link: links.join(', '),
  };
  if (total !== null) {
    headers['x-total'] = String(total);
    headers['x-total-pages'] = String(pages);
  }
  return headers;
}
