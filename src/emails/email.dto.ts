import { Transform } from 'class-transformer';
import { FullPageParams, MAX_PER_PAGE } from '../http/page.js';
import { TextParam } from '../http/params.js';
import { emailProblem, normalizeEmail } from '../users/user-name.js';

export class ListEmailsParams extends FullPageParams {
  /** The rule it inherits has been applied to it before its own: 20 instead of what is absent or below 1. */
  @Transform(({ value, obj }: { value: unknown; obj: { per_page?: unknown } }) =>
    value === undefined || (value === 20 && Number(obj.per_page) !== 20) ? MAX_PER_PAGE : value,
  )
  override per_page?: number;
}

export class CreateEmailParams {
  @TextParam({
    description: 'Another address; unique over every address of everybody.',
    max: 254,
    normalize: normalizeEmail,
    check: emailProblem,
    format: 'email',
  })
  email!: string;
}
