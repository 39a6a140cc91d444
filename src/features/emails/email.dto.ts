import { TextParam } from '../../http/input/params.js';
import { emailProblem, normalizeEmail } from './email-address.js';

export class CreateEmailInput {
  @TextParam({
    description:
      'Secondary address. Must be unique among the primary and secondary addresses of all users.',
    example: 'ada@analytical.example',
    max: 254,
    normalize: normalizeEmail,
    check: emailProblem,
    format: 'email',
  })
  email!: string;
}
