import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type {
  Header,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiResponse,
  Reference,
} from '../../src/http/openapi/document-types.js';

interface Exchange {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  body: unknown;
}

interface KnownOperation {
  method: string;
  matches: RegExp;
  /** Path of the operation in the document. */
  pointer: string[];
  operation: OpenApiOperation;
}

/** Statuses that are sent before routing, for any request. */
const BEFORE_ROUTING = [405, 408, 414, 431];
/** Headers of HTTP and CORS, which any response can have. All others have to be documented. */
const ANY_RESPONSE =
  /^(date|connection|keep-alive|transfer-encoding|content-(type|length)|cache-control|vary|x-content-type-options|referrer-policy|content-security-policy|access-control-.*)$/;
const JSON_TYPE = 'application/json';
const ERROR = ['components', 'schemas', 'ErrorResponse'];
/** Has the headers that any error can have. */
const ANY_ERROR = ['components', 'responses', 'Unauthorized'];

/** Compiles schemas on demand. Services that differ only in their address share them. */
class Schemas {
  private static readonly known = new Map<string, Schemas>();

  private readonly ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
  private readonly compiled = new Map<string, ValidateFunction>();

  static of(document: OpenApiDocument): Schemas {
    const key = JSON.stringify({ ...document, servers: [] });
    const schemas = this.known.get(key) ?? new Schemas(document);
    this.known.set(key, schemas);
    return schemas;
  }

  private constructor(document: OpenApiDocument) {
    addFormats.default(this.ajv);
    // The document is not itself a JSON Schema: allow its keys in strict mode.
    this.ajv.addVocabulary(['example', ...Object.keys(document)]);
    this.ajv.addSchema(document, 'document');
  }

  validator(place: string[]): ValidateFunction {
    const $ref = `document#/${place.map(toFragment).join('/')}`;
    const validate = this.compiled.get($ref) ?? this.ajv.compile({ $ref });
    this.compiled.set($ref, validate);
    return validate;
  }
}

/** Compares answers with the document of the running service. */
export class Contract {
  private readonly schemas: Schemas;
  private readonly operations: KnownOperation[];
  /** The prefix that a host application adds to all paths. */
  private readonly mount: string;

  static async of(api: string): Promise<Contract> {
    const response = await fetch(`${api}/openapi.json`);
    return new Contract((await response.json()) as OpenApiDocument);
  }

  constructor(readonly document: OpenApiDocument) {
    this.schemas = Schemas.of(document);
    this.operations = operationsOf(document);
    this.mount = new URL(document.servers[0]?.url ?? 'http://any').pathname.replace(/\/$/, '');
  }

  /** @throws Error naming the operation and everything the document does not allow */
  check(exchange: Exchange): void {
    const known = this.find(exchange);
    const problems = [
      ...(exchange.headers.has('x-request-id') ? [] : ['X-Request-Id is missing']),
      ...(known ? this.compare(known, exchange) : this.checkRefusal(exchange)),
    ];
    if (problems.length === 0) return;
    const { method, path, status, body } = exchange;
    const name = known ? `${known.operation.operationId} ` : '';
    const text = body === undefined ? 'no body' : JSON.stringify(body).slice(0, 1_000);
    throw new Error(
      `${name}${method} ${path} answered ${status}, which breaks the contract:\n` +
        `${problems.map((problem) => `- ${problem}\n`).join('')}${text}`,
    );
  }

  private find({ method, path }: Exchange): KnownOperation | undefined {
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const below = path.startsWith(`${this.mount}/`) ? path.slice(this.mount.length) : path;
    return this.operations.find((one) => one.method === verb && one.matches.test(below));
  }

  private compare({ operation, pointer }: KnownOperation, exchange: Exchange): string[] {
    const { status, headers } = exchange;
    if (BEFORE_ROUTING.includes(status)) return this.checkRefusal(exchange);
    if (!(status in operation.responses)) return [`the status ${status} is not documented`];
    const place = this.resolve([...pointer, 'responses', String(status)]);
    const { content } = this.at(place) as OpenApiResponse;
    const sent = headers.get('content-type') ?? '';
    const type = Object.keys(content).find((one) => sent === headerOf(one));
    return [
      ...this.checkHeaders(place, exchange),
      ...(type === undefined
        ? [`the content type ${sent} is not documented`]
        : this.checkBody([...place, 'content', type, 'schema'], withText(exchange, type))),
    ];
  }

  /** Checks a request without an operation: it must fail, in the shape of all errors. */
  private checkRefusal(exchange: Exchange): string[] {
    const { status, headers } = exchange;
    if (status < 400 || status > 499) return ['the document has no such operation'];
    const type = headers.get('content-type') ?? '';
    return [
      ...(type === JSON_TYPE ? [] : [`the content type is ${type}`]),
      ...this.checkHeaders(this.errorOf(status), exchange),
      ...this.checkBody(ERROR, exchange),
    ];
  }

  /** The documented error with this status, or what all errors have in common. */
  private errorOf(status: number): string[] {
    const known = this.operations.find(({ operation }) => status in operation.responses);
    return known ? this.resolve([...known.pointer, 'responses', String(status)]) : ANY_ERROR;
  }

  private checkHeaders(place: string[], { status, headers }: Exchange): string[] {
    const { headers: expected = {} } = this.at(place) as OpenApiResponse;
    const documented = new Set(Object.keys(expected).map((name) => name.toLowerCase()));
    // HTTP itself requires it.
    if (status === 405) documented.add('allow');
    const others = [...headers.keys()].filter(
      (name) => !documented.has(name) && !ANY_RESPONSE.test(name),
    );
    return [
      ...others.map((name) => `the header ${name} is not documented`),
      ...Object.keys(expected).flatMap((name) => this.checkHeader(place, name, headers)),
    ];
  }

  private checkHeader(place: string[], name: string, headers: Headers): string[] {
    const header = this.resolve([...place, 'headers', name]);
    const { required, schema } = this.at(header) as Header;
    const value = headers.get(name);
    if (value === null) return required ? [`the header ${name} is missing`] : [];
    const isNumber = schema.type === 'integer' && /^\d+$/.test(value);
    const validate = this.schemas.validator([...header, 'schema']);
    return validate(isNumber ? Number(value) : value)
      ? []
      : [`the header ${name} is ${JSON.stringify(value)}`];
  }

  private checkBody(place: string[], { method, body }: Exchange): string[] {
    if (method === 'HEAD') return body === undefined ? [] : ['HEAD has a body'];
    if (body === undefined) return ['there is no body'];
    const validate = this.schemas.validator(place);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message = '', params }) =>
        `body${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  private at(place: string[]): unknown {
    return place.reduce<unknown>(
      (part, step) => (part as Record<string, unknown>)[step],
      this.document,
    );
  }

  private resolve(place: string[]): string[] {
    const { $ref } = this.at(place) as Partial<Reference>;
    return $ref === undefined ? place : $ref.split('/').slice(1);
  }
}

function operationsOf({ paths }: OpenApiDocument): KnownOperation[] {
  // Keep the order of the document: fixed paths come before paths with parameters.
  return Object.entries(paths).flatMap(([template, item]) => {
    const matches = new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}/*$`);
    return Object.entries(item).map(([method, operation]) => {
      return { method, matches, operation, pointer: ['paths', template, method] };
    });
  });
}

/** Clients return undefined for an empty body. An empty list as lines is an empty text. */
const withText = (exchange: Exchange, type: string): Exchange =>
  exchange.body === undefined && exchange.method !== 'HEAD' && type !== JSON_TYPE
    ? { ...exchange, body: '' }
    : exchange;

/** The whole value of the header for a type of the document. Clients in use compare it. */
const headerOf = (type: string): string =>
  type === JSON_TYPE || !type.startsWith('text/') ? type : `${type}; charset=utf-8`;

const toFragment = (step: string): string =>
  encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
