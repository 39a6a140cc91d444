import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Site } from './site.js';
import { renderTemplate, type PageName, type PageData } from './templates/templates.js';

/** Content-Security-Policy: images and the stylesheet of this service, and no script. */
const policy = (formAction: "'self'" | "'none'") =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ');
const POLICY = policy("'none'");
const FORM_POLICY = policy("'self'");

/** Also the maximum time until a change, such as a block, is visible to everyone. */
const CACHED = 'public, max-age=60';

interface Options {
  /** Sets Cache-Control, for pages that are the same for all visitors. */
  isCached?: boolean;
  /** The page may send a form to the service. */
  hasForm?: boolean;
}

/** Renders HTML pages and sets their headers. */
@Injectable()
export class PageRenderer {
  constructor(private readonly site: Site) {}

  render<Name extends PageName>(
    reply: FastifyReply,
    name: Name,
    data: PageData[Name],
    { isCached = false, hasForm = false }: Options = {},
  ): string {
    if (isCached) void reply.header('cache-control', CACHED);
    void reply.type('text/html; charset=utf-8').headers({
      'content-security-policy': hasForm ? FORM_POLICY : POLICY,
      'referrer-policy': 'no-referrer',
    });
    return renderTemplate(name, data, this.site.links);
  }

  /** A text of a user, without a page around it. The policy keeps browsers from running it as anything else. */
  sendText(reply: FastifyReply, text: string): string {
    void reply
      .type('text/plain; charset=utf-8')
      .headers({ 'cache-control': CACHED, 'content-security-policy': `${POLICY}; sandbox` });
    return text;
  }
}
