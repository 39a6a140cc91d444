import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import qs from 'qs';
import { Malformed, Refused, UNSUPPORTED_TYPE } from '../errors/errors.js';
import { separateGroups } from './form-groups.js';
import { parseMultipart } from './multipart.js';

interface BodyLimits {
  /** Bytes. */
  bodyLimit: number;
  /** Bytes, where notes are written. */
  notesBodyLimit: number;
}

/** Of a form, and of a list in one. */
const MAX_FIELDS = 10_000;
const MAX_ITEMS = 1_000;

type Parse = (body: Buffer, contentType: string) => unknown;

const PARSERS: [type: RegExp, parse: Parse][] = [
  [/^application\/(?:[\w.-]+\+)?json(?:$|[\s;])/i, (body) => parseJson(decode(body))],
  [/^application\/x-www-form-urlencoded(?:$|[\s;])/i, (body) => parseForm(decode(body))],
  [/^multipart\/form-data(?:$|[\s;])/i, (body, contentType) => parseMultipart(contentType, body)],
];

/** What Fastify takes every body for: an application that shares it has parsers of its own for the real types. */
const ANY = 'application/x-forgenote';

declare module 'fastify' {
  interface FastifyRequest {
    /** The type the body was sent with. */
    sentType?: string;
  }
}

/** Takes every form of body clients in use send: JSON, forms, multipart fields, and any type with no body. */
export function acceptBodies(fastify: FastifyInstance, limits: BodyLimits): void {
  fastify.addContentTypeParser(ANY, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    try {
      // What was sent in chunks shows only now that it is empty. Where there is no route nothing is read.
      const isNothing = body.length === 0 || request.is404;
      done(null, isNothing ? undefined : parse(body, request.sentType ?? ''));
    } catch (error) {
      done(error as Error);
    }
  });
  fastify.addHook('onRoute', (route) => {
    route.bodyLimit ??= /\/notes(\/|$)/.test(route.url) ? limits.notesBodyLimit : limits.bodyLimit;
  });
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
    if (length === '0' && coding === undefined) {
      // The type of nothing is nothing to be refused.
      delete headers['content-type'];
    } else {
      request.sentType = headers['content-type'];
      headers['content-type'] = ANY;
    }
    done();
  });
}

function parse(body: Buffer, contentType: string): unknown {
  const [, parser] = PARSERS.find(([type]) => type.test(contentType)) ?? [];
  if (!parser) throw new Refused(415, UNSUPPORTED_TYPE);
  return parser(body, contentType);
}

/** Bytes that are no UTF-8 could not be given back as they came. */
function decode(body: Buffer): string {
  const text = body.toString('utf8');
  // Where a byte could not be read there is a replacement character now; it may have been sent as well.
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
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    // The parser's own message would repeat a part of the body, which may hold a secret.
    throw new Malformed('the body is not valid JSON');
  }
}

function parseForm(text: string): unknown {
  try {
    const form = qs.parse(text, {
      depth: 5,
      arrayLimit: MAX_ITEMS,
      parameterLimit: MAX_FIELDS,
      // It would drop the rest without a word.
      throwOnLimitExceeded: true,
      plainObjects: true,
      decoder: decodeForm,
    });
    return separateGroups(form);
  } catch (error) {
    throw error instanceof RangeError ? new Malformed('the form has too many fields') : error;
  }
}

function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Malformed('the form is not percent-encoded UTF-8');
  }
}
