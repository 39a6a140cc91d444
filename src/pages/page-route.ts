import { applyDecorators, Get, UseFilters, UseGuards, type Type } from '@nestjs/common';
import { Operation } from '../http/routing/operation.js';
import { string } from '../http/schema/schema.js';
import { PageErrorFilter } from './page-error.filter.js';
import { PublicPageGuard, type HtmlGuard } from './page.guard.js';

/** First segment of a page's path. It never matches the API, whose unknown routes have their own errors. */
export const OWNER = ':owner(^(?!api$).*)';

interface PageOptions {
  guard?: Type<HtmlGuard>;
  mediaType?: 'text/html' | 'text/plain';
}

/** Declares a page that everyone can open, also without a token. Tokens in the request are ignored. */
export const PageRoute = (
  path: string,
  summary: string,
  { guard = PublicPageGuard, mediaType = 'text/html' }: PageOptions = {},
): MethodDecorator =>
  applyDecorators(
    Get(path),
    // Before the filter: Nest tries the last one first.
    Operation({
      summary,
      access: 'public',
      answers: { schema: string('What a browser shows.'), mediaType },
      // Pages are not part of the API, and their paths would match every path at the root.
      hidden: true,
    }),
    UseFilters(PageErrorFilter),
    UseGuards(guard),
  );
