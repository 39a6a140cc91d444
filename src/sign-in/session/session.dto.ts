import { TextParam } from '../../http/input/params.js';
import { DocumentRules } from '../../http/schema/schema.js';

@DocumentRules({ oneRequired: ['login', 'email'] })
export class SessionInput {
  @TextParam({
    description: 'Username or primary email address. Required unless `email` is given.',
    example: 'ada',
    required: false,
    blank: true,
    // A blank text counts as not given.
    pattern: '\\S',
  })
  login?: string;

  @TextParam({
    description: 'Used as `login` if `login` is not given.',
    example: 'ada@example.com',
    required: false,
    blank: true,
    // A blank text counts as not given.
    pattern: '\\S',
  })
  email?: string;

  @TextParam({ description: 'Password.', example: 'correct-horse', max: 1_000 }) password!: string;
}
