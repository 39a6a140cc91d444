import type { Values } from '../../src/database/statement.js';
import { MAX_COUNT } from '../../src/http/pagination/page.js';
import type { LimitDatabase } from './database.js';
import type { PageStatements } from './queries.js';

export interface PageRequest {
  /** The URL without its query. */
  url: string;
  page: number;
  perPage: number;
}

/** An offset page with its headers. Links contain only `page` and `per_page`. */
export async function answerPage<Row>(
  database: LimitDatabase,
  statements: PageStatements<Row>,
  request: PageRequest,
  values: Values,
  view: (row: Row) => unknown,
) {
  const { page, perPage } = request;
  const offset = (page - 1) * perPage;
  const limit = perPage + 1;
  const found = await database.rows(
    statements.rows,
    Object.assign({ limit, offset, count_limit: MAX_COUNT + 1 }, values),
  );
  const total = found[0]?.list_total ?? 0;
  return {
    status: 200,
    headers: headers(request, total <= MAX_COUNT ? total : null, found.length > perPage),
    body: found.slice(0, perPage).map(view),
  };
}

function headers({ url, page, perPage }: PageRequest, total: number | null, hasNext: boolean) {
  const linkTo = (number: number, rel: string) =>
    `<${url}?page=${number}&per_page=${perPage}>; rel="${rel}"`;
  const links = [];
  if (page > 1) links.push(linkTo(page - 1, 'prev'));
  if (hasNext) links.push(linkTo(page + 1, 'next'));
  links.push(linkTo(1, 'first'));
  const position = {
    'x-page': page,
    'x-per-page': perPage,
    'x-next-page': hasNext ? page + 1 : '',
    'x-prev-page': page > 1 ? page - 1 : '',
  };
  if (total === null) return { ...position, link: links.join(', ') };
  const pages = Math.ceil(total / perPage);
  links.push(linkTo(Math.max(1, pages), 'last'));
  return { ...position, 'x-total': total, 'x-total-pages': pages, link: links.join(', ') };
}
