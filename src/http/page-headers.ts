import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PageAnswer, type OffsetPosition, type Page } from './page.js';
import type { PublicUrl } from './public-url.js';

/** Of a query in a link, of which there may be four: clients take 16 KiB of headers. What operations know is shorter. */
const MAX_KEPT = 3_500;

/** Turns a page into its items and the `Link` and `X-` headers that say where it stands. */
export function answerPages(fastify: FastifyInstance, urls: PublicUrl): void {
  fastify.addHook('preSerialization', (request, reply, payload: unknown, done) => {
    if (!(payload instanceof PageAnswer)) {
      done(null, payload);
      return;
    }
    reply.headers(pageHeaders(payload.page, linkTo(urls.base, request)));
    done(null, payload.views);
  });
}

/** Writes a link to the same list: the position alone is given, as text that needs no encoding. */
type LinkTo = (rel: string, position: string) => string;

/** Parameters that never come back in a link: the secret, and the position the link itself gives. */
const DROPPED = new Set(['private_token', 'page', 'per_page', 'cursor']);

function linkTo(base: string, { url }: FastifyRequest): LinkTo {
  const mark = url.includes('?') ? url.indexOf('?') : url.length;
  const path = url.slice(0, mark).replace(/\/+$/, '');
  const address = `${base}${path}?${kept(url.slice(mark + 1))}`;
  return (rel, position) => `<${address}${position}>; rel="${rel}"`;
}

function kept(query: string): string {
  if (query === '') return '';
  const parameters = [...new URLSearchParams(query)].filter(([name]) => !DROPPED.has(name));
  const text = new URLSearchParams(parameters).toString();
  return text === '' || text.length > MAX_KEPT ? '' : `${text}&`;
}

function pageHeaders({ position, perPage }: Page<unknown>, link: LinkTo): Record<string, string> {
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
  const pages = total === null ? null : Math.ceil(total / perPage);
  const next = hasNext ? page + 1 : null;
  const targets: [rel: string, page: number | null][] = [
    ['prev', prev],
    ['next', next],
    ['first', 1],
    ['last', pages === null ? null : Math.max(1, pages)],
  ];
  const links = targets.flatMap(([rel, number]) =>
    number === null ? [] : [link(rel, `page=${number}&per_page=${perPage}`)],
  );
  return {
    ...(total === null ? {} : { 'x-total': String(total), 'x-total-pages': String(pages) }),
    'x-page': String(page),
    'x-per-page': String(perPage),
    'x-next-page': next === null ? '' : String(next),
    'x-prev-page': prev === null ? '' : String(prev),
    link: links.join(', '),
  };
}
