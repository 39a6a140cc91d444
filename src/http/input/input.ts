import 'reflect-metadata';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { validateInput, type Validated } from './validate.js';
import { Invalid } from '../errors/errors.js';
import { fieldsOf, type SchemaClass } from '../schema/schema.js';
import { wireNames, type Spelling } from '../schema/field-names.js';
import { UNREADABLE, wireValue } from './declared-value.js';

type Bag = Record<string, unknown>;

interface Options<Params> {
  /** Parameters to pass over. */
  ignore?: readonly (keyof Params & string)[];
}

/**
 * The parameters of a request, still unread. A service reads them after it has found what the path
 * names and judged the caller's rights, so that 404 and 403 come before 400.
 */
export class Input<Params extends object> {
  constructor(
    private readonly type: new () => Params,
    private readonly given: (name: string) => unknown,
    private readonly isQuery = false,
  ) {}

  /** @throws Invalid with every problem there is */
  read(options: Options<Params> = {}): Params {
    const known = this.known(options);
    // What cannot be read has no text to be remembered by.
    if (!this.isQuery || Object.values(known).includes(UNREADABLE))
      return accepted(validateInput(this.type, known));
    return remembered(this.type, known, () => accepted(validateInput(this.type, known)));
  }

  /**
   * The parameters as far as they can be read, and what is wrong with the others. Where one is given under
   * both its names, that of the spelling counts.
   */
  examine(spelling: Spelling = 'neutral'): Validated<Params> {
    const { params, problems } = validateInput(this.type, this.known({}, spelling));
    // A client is told of a parameter by the name it used itself.
    const named = Object.entries(problems).map(([field, texts]) => {
      return [this.nameOf(field, spelling), texts] as const;
    });
    return { params, problems: Object.fromEntries(named) };
  }

  private known({ ignore = [] }: Options<Params>, spelling: Spelling = 'neutral'): Bag {
    const known: Bag = {};
    for (const [field, { shape }] of fieldsOf(this.type)) {
      if ((ignore as readonly string[]).includes(field)) continue;
      known[field] = wireValue(shape, this.given(this.nameOf(field, spelling)));
    }
    return known;
  }

  /** The name a parameter is given under. */
  private nameOf(field: string, spelling: Spelling): string {
    const names = wireNames(this.type, field, spelling);
    return names.find((name) => this.given(name) !== undefined) ?? names[0] ?? field;
  }
}

function accepted<Params>({ params, problems }: Validated<Params>): Params {
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  return params;
}

const MAX_REMEMBERED = 200;
const MAX_KEY = 200;
const memories = new WeakMap<SchemaClass, Map<string, object>>();

/** Clients ask for the same pages over and over: what a short query says is worked out once. */
function remembered<Params extends object>(
  type: new () => Params,
  known: Bag,
  read: () => Params,
): Params {
  const key = JSON.stringify(known);
  if (key.length > MAX_KEY) return read();
  let memory = memories.get(type);
  if (!memory) memories.set(type, (memory = new Map<string, object>()));
  const before = memory.get(key) as Params | undefined;
  if (before) return before;
  const params = Object.freeze(read());
  if (memory.size >= MAX_REMEMBERED) memory.clear();
  memory.set(key, params);
  return params;
}

const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A parameter wherever it may stand: the body wins over the query. */
export function parameter({ body, query }: FastifyRequest, name: string): unknown {
  return isBag(body) && Object.hasOwn(body, name) ? body[name] : (query as Bag)[name];
}

const INPUT = Symbol('input');

const readInput = createParamDecorator((type: new () => object, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const isQuery =
    request.body === undefined && (request.method === 'GET' || request.method === 'HEAD');
  return new Input(type, (name) => parameter(request, name), isQuery);
});

/** The request's parameters from the query and the body, as an `Input` of the given class. */
export function Params(type: new () => object): ParameterDecorator {
  return (target, key, index) => {
    if (key === undefined) return;
    Reflect.defineMetadata(INPUT, type, target, key);
    readInput(type)(target, key, index);
  };
}

/** The class an operation reads its parameters into, for the document. */
export function paramsOf(controller: object, method: string): SchemaClass | undefined {
  return Reflect.getMetadata(INPUT, controller, method) as SchemaClass | undefined;
}

/**
 * An id of the path. What is not a plain decimal integer within 2^53-1 is the id of nothing: 0, which no
 * row has, so that it ends as the 404 of the thing it should name.
 */
export function toId(text: string): number {
  if (!/^\d{1,16}$/.test(text)) return 0;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : 0;
}

export const PathId = createParamDecorator((name: string, context: ExecutionContext) => {
  const { params } = context
    .switchToHttp()
    .getRequest<FastifyRequest<{ Params: Record<string, string> }>>();
  return toId(params[name] ?? '');
});
