import 'reflect-metadata';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { validateInput, type Validated } from './validate.js';
import { Invalid } from '../errors/errors.js';
import { fieldsOf, type SchemaClass } from '../schema/schema.js';
import { wireNames, type FieldNaming } from '../schema/field-names.js';
import { joinTexts, UNREADABLE, wireValue } from './declared-value.js';
import { isPlainObject, type PlainObject } from './plain-object.js';
import { unsupportedNames } from './unsupported.js';

interface Options<Params> {
  /** Parameters that are neither read nor validated. */
  ignore?: readonly (keyof Params & string)[];
}

/**
 * The parameters of a request, not yet validated. A service reads them after it has checked the path and the
 * caller's rights, so that 404 and 403 come before 400.
 */
export class Input<Params extends object> {
  constructor(
    private readonly type: new () => Params,
    private readonly given: (name: string) => unknown,
    private readonly isQuery = false,
  ) {}

  /** @throws Invalid with all problems */
  read(options: Options<Params> = {}): Params {
    const unsupported = this.unsupported();
    const values = this.values(options);
    const validate = () => paramsOrThrow(validateInput(this.type, values), unsupported);
    // UNREADABLE has no JSON form, so it cannot be part of a cache key.
    const isCacheable =
      this.isQuery && unsupported.length === 0 && !Object.values(values).includes(UNREADABLE);
    return isCacheable ? cached(this.type, values, validate) : validate();
  }

  /**
   * Returns the valid parameters and the problems of the others, instead of throwing. If the client sent a parameter
   * under both its names, the preferred one counts.
   */
  examine(naming: FieldNaming = 'neutral'): Validated<Params> {
    const { params, problems } = validateInput(this.type, this.values({}, naming));
    // Problems are reported under the name that the client used.
    const named = Object.entries(problems).map(([field, texts]) => {
      return [this.nameOf(field, naming), texts] as const;
    });
    return { params, problems: Object.fromEntries(named) };
  }

  private values({ ignore = [] }: Options<Params>, naming: FieldNaming = 'neutral'): PlainObject {
    const values: PlainObject = {};
    for (const [field, { shape, isCommaList }] of fieldsOf(this.type)) {
      if ((ignore as readonly string[]).includes(field)) continue;
      const given = this.given(this.nameOf(field, naming));
      values[field] = wireValue(shape, isCommaList ? joinTexts(given) : given);
    }
    return values;
  }

  /** The given parameters that the class declares as unsupported. Without a value, a filter or order does nothing. */
  private unsupported(): string[] {
    const isGiven = (name: string) => (this.given(name) ?? '') !== '';
    return unsupportedNames(this.type).filter((name) => isGiven(name) || isGiven(`${name}[]`));
  }

  /** The name under which the client sent the parameter. */
  private nameOf(field: string, naming: FieldNaming): string {
    const names = wireNames(this.type, field, naming);
    return names.find((name) => this.given(name) !== undefined) ?? names[0] ?? field;
  }
}

/**
 * Makes the parameters of a service method from values in code, named and written as in the API. For host applications.
 *
 * @example
 * notes.create(actor, issue, inputOf(CreateNoteInput, { body: 'Which panel is that?' }));
 */
export const inputOf = <Params extends object>(
  type: new () => Params,
  values: Partial<Record<keyof Params & string, unknown>>,
): Input<Params> => new Input(type, (name) => (values as PlainObject)[name]);

function paramsOrThrow<Params>(
  { params, problems }: Validated<Params>,
  unsupported: readonly string[],
): Params {
  // `iid` is a parameter, and `iid[]` is one that a list does not support.
  const isList = (name: string) => unsupported.includes(`${name}[]`);
  const all = Object.fromEntries(Object.entries(problems).filter(([name]) => !isList(name)));
  for (const name of unsupported) all[name] = ['is not supported'];
  if (Object.keys(all).length > 0) throw new Invalid(all);
  return params;
}

const MAX_CACHED = 200;
const MAX_KEY_LENGTH = 200;
const caches = new WeakMap<SchemaClass, Map<string, object>>();

/** Caches the parameters of short queries, because clients repeat them. Saves 7 to 12 µs on a list. */
function cached<Params extends object>(
  type: new () => Params,
  values: PlainObject,
  read: () => Params,
): Params {
  const key = JSON.stringify(values);
  if (key.length > MAX_KEY_LENGTH) return read();
  let cache = caches.get(type);
  if (!cache) caches.set(type, (cache = new Map<string, object>()));
  const hit = cache.get(key) as Params | undefined;
  if (hit) return hit;
  const params = Object.freeze(read());
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, params);
  return params;
}

/** Finds a parameter in the body or the query. The body wins. */
export function parameter({ body, query }: FastifyRequest, name: string): unknown {
  return isPlainObject(body) && Object.hasOwn(body, name)
    ? body[name]
    : queryParameter(query as PlainObject, name);
}

/**
 * Reads `name[]=1` as a list, and `name[key]=1` as an object, which is invalid for every parameter of a query. Without a
 * value, they are blank.
 */
function queryParameter(query: PlainObject, name: string): unknown {
  const value = query[name];
  if (value !== undefined) return value;
  const given = bracketedNames(query).get(name);
  if (given === undefined) return undefined;
  if (query[given] === '') return '';
  return given === `${name}[]` ? [query[given]].flat() : {};
}

const bracketed = new WeakMap<PlainObject, ReadonlyMap<string, string>>();
const NONE: ReadonlyMap<string, string> = new Map();

/**
 * The names of a query that have brackets, by what is in front of their first and of their second one: parameters have
 * names such as `iid` and `iid[]`. Made once, because a query can have thousands of names, and a route dozens of
 * parameters.
 */
function bracketedNames(query: PlainObject): ReadonlyMap<string, string> {
  const known = bracketed.get(query);
  if (known) return known;
  const all = Object.keys(query);
  // Most requests that write have no query, and need no map of their own.
  if (all.length === 0) return NONE;
  const names = new Map<string, string>();
  for (const given of all) {
    const first = given.indexOf('[');
    if (first < 0) continue;
    for (const end of [first, given.indexOf('[', first + 1)]) {
      const name = given.slice(0, Math.max(0, end));
      if (end >= 0 && !names.has(name)) names.set(name, given);
    }
  }
  bracketed.set(query, names);
  return names;
}

const INPUT = Symbol('input');

const readInput = createParamDecorator((type: new () => object, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const isQuery =
    request.body === undefined && (request.method === 'GET' || request.method === 'HEAD');
  return new Input(type, (name) => parameter(request, name), isQuery);
});

/** Injects the parameters of the query and the body as an `Input` of the given class. */
export function Params(type: new () => object): ParameterDecorator {
  return (target, key, index) => {
    if (key === undefined) return;
    Reflect.defineMetadata(INPUT, type, target, key);
    readInput(type)(target, key, index);
  };
}

/** The parameter class of an operation, for the OpenAPI document. */
export function paramsOf(controller: object, method: string | symbol): SchemaClass | undefined {
  return Reflect.getMetadata(INPUT, controller, method) as SchemaClass | undefined;
}

/**
 * Parses an id in a path. Returns 0 for anything but a decimal integer up to 2^53-1. No row has the id 0, so an
 * invalid id ends in the same 404 as an unknown one.
 */
export function toId(text: string): number {
  if (!/^\d{1,16}$/.test(text)) return 0;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : 0;
}

export const PathId: (name: string) => ParameterDecorator = createParamDecorator(
  (name: string, context: ExecutionContext) => {
    const { params } = context
      .switchToHttp()
      .getRequest<FastifyRequest<{ Params: Record<string, string> }>>();
    return toId(params[name] ?? '');
  },
);
