import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { EncodedBody, Malformed, Refused, UNSUPPORTED_TYPE } from '../errors/errors.js';
import { parseForm } from './form.js';
import { checkJsonLimits } from './json-limits.js';
import { parseMultipart } from './multipart.js';

type Parse = (body: Buffer, contentType: string) => unknown;

const PARSERS: [type: RegExp, parse: Parse][] = [
  [/^application\/(?:[\w.-]+\+)?json(?:$|[\s;])/i, (body) => parseJson(decode(body))],
  [/^application\/x-www-form-urlencoded(?:$|[\s;])/i, (body) => parseForm(decode(body))],
  [/^multipart\/form-data(?:$|[\s;])/i, (body, contentType) => parseMultipart(contentType, body)],
];

/** All bodies get this type: a host application may have its own parsers for the real types. */
const INTERNAL_TYPE = 'application/x-forgenote';
/** Without a route, 404 comes first: a body of a type without a parser is not read. */
const UNREAD_TYPE = 'application/x-forgenote-unread';

declare module 'fastify' {
  interface FastifyRequest {
    /** The Content-Type that the client sent. */
    sentType?: string;
  }
}

/**
 * Parses JSON, forms and multipart fields. An empty body may have any type.
 *
 * @param bodyLimit bytes
 */
export function addBodyParser(fastify: FastifyInstance, bodyLimit: number): void {
  fastify.addContentTypeParser(
    INTERNAL_TYPE,
    { parseAs: 'buffer' },
    // A promise: Fastify does not catch what a parser throws. A chunked body may turn out to be empty.
    ({ headers, sentType = '' }: FastifyRequest, body: Buffer) =>
      Promise.resolve(body).then(() => {
        if (body.length === 0) return undefined;
        requireUnencoded(headers['content-encoding']);
        return parse(body, sentType);
      }),
  );
  fastify.addHook('onRoute', (route) => {
    route.bodyLimit ??= bodyLimit;
  });
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
    if (length === '0' && coding === undefined) {
      // An empty body must not fail with 415.
      delete headers['content-type'];
    } else {
      request.sentType = headers['content-type'];
      headers['content-type'] = request.is404 ? UNREAD_TYPE : INTERNAL_TYPE;
    }
    done();
  });
}

/** @throws EncodedBody the body has another coding than `identity`, so its bytes are not those of its type */
function requireUnencoded(contentEncoding = ''): void {
  const codings = contentEncoding.split(',').map((coding) => coding.trim().toLowerCase());
  if (codings.some((coding) => coding !== '' && coding !== 'identity')) throw new EncodedBody();
}

function parse(body: Buffer, contentType: string): unknown {
  const [, parser] = PARSERS.find(([type]) => type.test(contentType)) ?? [];
  if (!parser) throw new Refused(415, UNSUPPORTED_TYPE);
  return parser(body, contentType);
}

/** @throws Malformed the body is not UTF-8, so it could not be returned unchanged */
function decode(body: Buffer): string {
  const text = body.toString('utf8');
  // toString() replaces invalid bytes with U+FFFD. The client may also have sent that character itself.
  if (text.includes('\uFFFD') && !isUtf8(body)) throw new Malformed('the body is not valid UTF-8');
  return text;
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  const body = tryJson(text);
  if (body === null) return undefined;
  if (typeof body !== 'object' || Array.isArray(body))
    throw new Malformed('the body must be a JSON object');
  return body;
}

function tryJson(text: string): unknown {
  checkJsonLimits(text);
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    // The message of JSON.parse quotes the body, which may contain a secret.
    throw new Malformed('the body is not valid JSON');
  }
}
