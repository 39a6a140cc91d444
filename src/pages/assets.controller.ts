import { applyDecorators, Controller, Get, Header } from '@nestjs/common';
import { Operation } from '../http/routing/operation.js';
import { string } from '../http/schema/schema.js';
import { ICON, STYLE } from './site.js';

const Asset = (file: string, summary: string, mediaType: string, cacheControl: string) =>
  applyDecorators(
    Get(file),
    Header('content-type', mediaType),
    Header('cache-control', cacheControl),
    Operation({
      summary,
      access: 'public',
      answers: { schema: string('A file.'), mediaType },
      hidden: true,
    }),
  );

/** Serves the files of all pages. They are open with PUBLIC_PAGES=off too: 404 pages need them. */
@Controller('assets')
export class AssetsController {
  // The URL in pages changes with the content.
  @Asset(
    'forgenote.css',
    'Get the stylesheet of pages',
    'text/css; charset=utf-8',
    'public, max-age=31536000, immutable',
  )
  style(): string {
    return STYLE;
  }

  @Asset('forgenote.svg', 'Get the icon of pages', 'image/svg+xml', 'public, max-age=86400')
  icon(): string {
    return ICON;
  }
}
