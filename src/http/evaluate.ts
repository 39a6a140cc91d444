import { plainToInstance } from 'class-transformer';
import {
  getMetadataStorage,
  type MetadataStorage,
} from 'class-validator/cjs/metadata/MetadataStorage.js';
import { ValidationExecutor } from 'class-validator/cjs/validation/ValidationExecutor.js';
import { Validator } from 'class-validator/cjs/validation/Validator.js';
import type { ValidationError } from 'class-validator';
import type { FieldProblems } from './errors.js';

export interface Evaluation<Params> {
  params: Params;
  problems: FieldProblems;
}

/** Reads what a request gives into the class and judges it, by the rules of `params.ts`. */
export function evaluate<Params extends object>(
  type: new () => Params,
  given: Record<string, unknown>,
): Evaluation<Params> {
  // No class hides or renames a field: not to look for that is half the work.
  const params = plainToInstance(type, given, { ignoreDecorators: true });
  const problems: FieldProblems = {};
  for (const { property, constraints = {} } of validate(params))
    problems[property] = Object.values(constraints);
  return { params, problems };
}

const executor = new ValidationExecutor(new Validator());
executor.ignoreAsyncValidations = true;
// It would look through the rules of all classes for those of one, at every request. There is no option for that.
Object.assign(executor, { metadataStorage: withMemory(getMetadataStorage()) });

function validate(params: object): ValidationError[] {
  const errors: ValidationError[] = [];
  executor.execute(params, '', errors);
  return executor.stripEmptyErrors(errors);
}

function withMemory(storage: MetadataStorage): MetadataStorage {
  type Find = MetadataStorage['getTargetValidationMetadatas'];
  const known = new Map<unknown, ReturnType<Find>>();
  const find: Find = (type, ...options) => {
    let rules = known.get(type);
    if (!rules) known.set(type, (rules = storage.getTargetValidationMetadatas(type, ...options)));
    return rules;
  };
  return Object.assign(Object.create(storage) as MetadataStorage, {
    getTargetValidationMetadatas: find,
  });
}
