import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { PageAnswer, type OffsetPosition, type Page } from './page.js';
import { PublicUrl } from './public-url.js';

/** Turns a page into its items and the `Link` and `X-` headers that say where it stands. */
@Injectable()
export class PageHeadersInterceptor implements NestInterceptor {
  constructor(private readonly publicUrl: PublicUrl) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      map((answer: unknown) => {
        if (!(answer instanceof PageAnswer)) return answer;
        const http = context.switchToHttp();
        const link = linkTo(this.publicUrl.base, http.getRequest<FastifyRequest>());
        http.getResponse<FastifyReply>().headers(pageHeaders(answer.page, link));
        return answer.views as unknown[];
      }),
    );
  }
}

type Links = (readonly [rel: string, url: string])[];
type LinkTo = (changes: Record<string, string | number>) => string;

/** Clients read 16 KiB of headers, and a query may be half as long. */
const MAX_LINK = 8_192;

/** Parameters that never come back in a link: the secret, and the position the link itself gives. */
const DROPPED = new Set(['private_token', 'page', 'per_page', 'cursor']);

function linkTo(base: string, request: FastifyRequest): LinkTo {
  const url = new URL(request.url, 'http://path.only');
  const path = url.pathname.replace(/\/+$/, '');
  const kept = [...url.searchParams].filter(([name]) => !DROPPED.has(name));
  return (changes) => {
    const query = new URLSearchParams(kept);
    for (const [name, value] of Object.entries(changes)) query.set(name, String(value));
    return `${base}${path}?${query.toString()}`;
  };
}

function pageHeaders({ position, perPage }: Page<unknown>, link: LinkTo): Record<string, string> {
  if ('next' in position) {
    const first = { per_page: perPage };
    const links: Links = [
      ...(position.next ? [['next', link({ ...first, cursor: position.next })] as const] : []),
      ['first', link(first)],
    ];
    return {
      link: linkHeader(links),
      'x-per-page': String(perPage),
    };
  }
  return offsetHeaders(position, perPage, link);
}

function offsetHeaders(
  { page, total, prev, hasNext }: OffsetPosition,
  perPage: number,
  link: LinkTo,
) {
  const last = total === null ? null : Math.max(1, Math.ceil(total / perPage));
  const next = hasNext ? page + 1 : null;
  const to = (rel: string, number: number | null): Links =>
    number === null ? [] : [[rel, link({ page: number, per_page: perPage })]];
  return {
    ...(total === null
      ? {}
      : { 'x-total': String(total), 'x-total-pages': String(Math.ceil(total / perPage)) }),
    'x-page': String(page),
    'x-per-page': String(perPage),
    'x-next-page': next === null ? '' : String(next),
    'x-prev-page': prev === null ? '' : String(prev),
    link: linkHeader([
      ...to('prev', prev),
      ...to('next', next),
      ...to('first', 1),
      ...to('last', last),
    ]),
  };
}

/** All of them, or where the query is too long for that, the way on alone, or none. */
function linkHeader(links: Links): string {
  const onward = links.filter(([rel]) => rel === 'next');
  const texts = [links, onward].map((some) =>
    some.map(([rel, url]) => `<${url}>; rel="${rel}"`).join(', '),
  );
  return texts.find((text) => text.length <= MAX_LINK) ?? '';
}
