import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Malformed, Refused, UNSUPPORTED_TYPE } from '../errors/errors.js';
import { BodyMemory, type HeldBody } from './body-memory.js';
import { plusToBlank } from './form-blanks.js';
import { parseForm } from './form.js';
import { checkJsonLimits } from './json-limits.js';
import { parseMultipart } from './multipart.js';
import { readBody } from './read-body.js';

/** In bytes. */
interface BodyLimits {
  bodyLimit: number;
  /** For the routes that write notes. */
  notesBodyLimit: number;
  /** For all bodies of this process together. */
  bodyMemory: number;
}

type Parse = (body: Buffer, contentType: string) => unknown;

const PARSERS: [type: RegExp, parse: Parse][] = [
  [/^application\/(?:[\w.-]+\+)?json(?:$|[\s;])/i, (body) => parseJson(decode(body))],
  [
    /^application\/x-www-form-urlencoded(?:$|[\s;])/i,
    (body) => parseForm(decode(plusToBlank(body))),
  ],
  [/^multipart\/form-data(?:$|[\s;])/i, (body, contentType) => parseMultipart(contentType, body)],
];

/** All bodies get this type: a host application may have its own parsers for the real types. */
const INTERNAL_TYPE = 'application/x-forgenote';

declare module 'fastify' {
  interface FastifyRequest {
    /** The Content-Type that the client sent. */
    sentType?: string;
    /** The memory that the body takes until the response is sent. */
    heldBody?: HeldBody;
    /** Bytes. Replaces a higher limit of the route. */
    maxBody?: number;
  }
}

/** Parses JSON, forms and multipart fields. An empty body may have any type. */
export function addBodyParser(fastify: FastifyInstance, limits: BodyLimits): void {
  fastify.addContentTypeParser(
    INTERNAL_TYPE,
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const { raw, heldBody: held, maxBody = Infinity, routeOptions, sentType = '' } = request;
      // Without a route, the body is not read: 404 comes first.
      if (request.is404 || !held) return undefined;
      const limit = Math.min(routeOptions.bodyLimit ?? limits.bodyLimit, maxBody);
      const body = await readBody({ raw, payload, limit, held });
      // A chunked body may turn out to be empty.
      return body.length === 0 ? undefined : parse(body, sentType);
    },
  );
  const memory = new BodyMemory(limits.bodyMemory);
  fastify.addHook('onRoute', (route) => {
    route.bodyLimit ??= /\/notes(\/|$)/.test(route.url) ? limits.notesBodyLimit : limits.bodyLimit;
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    const { headers } = request;
    const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
    if (length === '0' && coding === undefined) {
      // An empty body must not fail with 415.
      delete headers['content-type'];
    } else {
      request.sentType = headers['content-type'];
      headers['content-type'] = INTERNAL_TYPE;
      const held = (request.heldBody = memory.hold());
      reply.raw.once('close', held.release);
    }
    done();
  });
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
