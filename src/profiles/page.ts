import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { Html, html } from './html.js';
import { STYLE } from './style.js';

/** Content-Security-Policy: images from this service, and only the stylesheet below. */
const policy = (formAction: "'self'" | "'none'") =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "img-src 'self'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ');
const POLICY = policy("'none'");
const FORM_POLICY = policy("'self'");

const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

export interface Page {
  title: string;
  /** URL of the favicon. */
  icon?: string;
  content: Html;
}

/** Renders a complete HTML document. */
export function renderPage({ title, icon, content }: Page): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Forgenote</title>
        ${icon === undefined ? '' : html`<link rel="icon" href="${icon}" />`} ${STYLE_ELEMENT}
      </head>
      <body>
        <main>${content}</main>
        <footer>Forgenote</footer>
      </body>
    </html> `;
  return `${page.text.trim()}\n`;
}

/**
 * Sets Content-Type, security headers and Cache-Control. Without `seconds` the response is not cached. With `hasForm`
 * the page may send a form to the service.
 */
export function setPageHeaders(
  reply: FastifyReply,
  { seconds = 0, hasForm = false } = {},
): FastifyReply {
  if (seconds > 0) void reply.header('cache-control', `public, max-age=${seconds}`);
  return reply.type('text/html; charset=utf-8').headers({
    'content-security-policy': hasForm ? FORM_POLICY : POLICY,
    'referrer-policy': 'no-referrer',
  });
}
