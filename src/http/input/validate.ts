import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { FieldProblems } from '../errors/errors.js';

export interface Validated<Params> {
  params: Params;
  problems: FieldProblems;
}

/** Reads the given values into an instance of the class and checks them, by the rules in `params.ts`. */
export function validateInput<Params extends object>(
  type: new () => Params,
  given: Record<string, unknown>,
): Validated<Params> {
  // Skips the look-up of @Expose and @Exclude, which no class uses. @Transform still applies.
  const params = plainToInstance(type, given, { ignoreDecorators: true });
  const problems: FieldProblems = {};
  for (const { property, constraints = {} } of validateSync(params))
    problems[property] = Object.values(constraints);
  return { params, problems };
}
