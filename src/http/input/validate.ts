import { plainToInstance } from 'class-transformer';
import {
  getMetadataStorage,
  type MetadataStorage,
} from 'class-validator/cjs/metadata/MetadataStorage.js';
import { ValidationExecutor } from 'class-validator/cjs/validation/ValidationExecutor.js';
import { Validator } from 'class-validator/cjs/validation/Validator.js';
import type { ValidationError } from 'class-validator';
import type { FieldProblems } from '../errors/errors.js';
import { once } from '../once.js';

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
// It would look through the rules of all classes for those of one, and sort them by property, at every request.
// There is no option for that.
Object.assign(executor, { metadataStorage: withMemory(getMetadataStorage()) });

function validate(params: object): ValidationError[] {
  const errors: ValidationError[] = [];
  executor.execute(params, '', errors);
  return executor.stripEmptyErrors(errors);
}

function withMemory(storage: MetadataStorage): MetadataStorage {
  return Object.assign(Object.create(storage) as MetadataStorage, {
    getTargetValidationMetadatas: once(storage.getTargetValidationMetadatas.bind(storage)),
    groupByPropertyName: once(storage.groupByPropertyName.bind(storage)),
  });
}
