import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Malformed, type ApiError } from '../errors/errors.js';
import { MAX_URL, tooLong } from '../errors/parser-errors.js';
import { sendError, sendUrlError } from '../errors/send-error.js';
import { notAPath, withFragment } from '../errors/target-form.js';
import type { PublicUrl } from '../routing/public-url.js';

const ABSOLUTE_FORM = /^https?:\/\//i;

/** Rejects requests with an invalid target or Host: two programs could read them differently. */
export function addRequestChecks(fastify: FastifyInstance, urls: PublicUrl): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const inTarget = checkTarget(request, urls);
    const inHost = inTarget ? null : checkHost(request);
    // Sent here: routes of a plugin do not have the error filter.
    if (inTarget) sendUrlError(inTarget, request, reply);
    else if (inHost) sendError(reply, inHost);
    else done();
  });
}

function checkTarget({ url, raw }: FastifyRequest, urls: PublicUrl): ApiError | null {
  if (url.length > MAX_URL) return tooLong();
  if (url.includes('#')) return withFragment();
  if (url.includes('%') && !isDecodable(url))
    return new Malformed('the query is not percent-encoded UTF-8');
  if (url.startsWith('/') || (url === '*' && raw.method === 'OPTIONS')) return null;
  if (!ABSOLUTE_FORM.test(url)) return notAPath();
  return isOwn(url, raw.socket, urls)
    ? null
    : new Malformed('the request target names another host');
}

/** True if the host of the URL is that of PUBLIC_URL, or the address that the connection has reached. */
export function isOwn(
  url: string,
  { localAddress = '', localPort = 0 }: Socket,
  urls: PublicUrl,
): boolean {
  const target = URL.canParse(url) ? new URL(url) : null;
  if (!target || target.username !== '' || target.password !== '') return false;
  const address = localAddress.replace(/^::ffff:/, '');
  const reached = ['localhost', address.includes(':') ? `[${address}]` : address];
  const own = [urls.base, ...reached.map((host) => `http://${host}:${localPort}`)];
  return own.some((one) => new URL(one).host === target.host);
}

function checkHost({ headers, raw }: FastifyRequest): ApiError | null {
  if (headers.host === undefined)
    return raw.httpVersion === '1.0' ? null : new Malformed('the header Host is missing');
  if (/[\s/?#@\\]/.test(headers.host)) return new Malformed('the header Host is invalid');
  // Node keeps the first of two.
  const hosts = raw.rawHeaders.filter((name, i) => i % 2 === 0 && /^host$/i.test(name));
  return hosts.length > 1 ? new Malformed('the header Host is given twice') : null;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
