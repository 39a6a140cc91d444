import 'reflect-metadata';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { Invalid, type FieldProblems } from './errors.js';
import { fieldsOf, type SchemaClass } from './schema.js';
import { wireValue } from './structured.js';

type Bag = Record<string, unknown>;

/**
 * The parameters of a request, still unread. A service reads them after it has found what the path
 * names and judged the caller's rights, so that 404 and 403 come before 400.
 */
export class Input<Params extends object> {
  constructor(
    private readonly type: new () => Params,
    private readonly raw: Bag,
  ) {}

  /** @throws Invalid with every problem there is; `ignore` names parameters to pass over. */
  read(options: { ignore?: readonly (keyof Params & string)[] } = {}): Params {
    const { params, problems } = this.examine(options);
    if (Object.keys(problems).length > 0) throw new Invalid(problems);
    return params;
  }

  /** The parameters as far as they can be read, and what is wrong with the others. */
  examine({ ignore = [] }: { ignore?: readonly (keyof Params & string)[] } = {}) {
    const known: Bag = {};
    for (const [name, { shape }] of fieldsOf(this.type)) {
      if ((ignore as readonly string[]).includes(name)) continue;
      known[name] = wireValue(shape, this.raw[name]);
    }
    const params = plainToInstance(this.type, known);
    const errors = validateSync(params);
    const problems: FieldProblems = {};
    for (const { property, constraints = {} } of errors)
      problems[property] = Object.values(constraints);
    return { params, problems };
  }
}

const bag = (value: unknown): Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Bag) : {};

/** A parameter wherever it may stand: the body wins over the query. */
export function parameter(request: FastifyRequest, name: string): unknown {
  const body = bag(request.body);
  return Object.hasOwn(body, name) ? body[name] : bag(request.query)[name];
}

const INPUT = Symbol('input');

const readInput = createParamDecorator((type: new () => object, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return new Input(
    type,
    Object.assign(Object.create(null) as Bag, request.query, bag(request.body)),
  );
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
