import { TextParam } from '../http/input/params.js';
import { emailProblem, normalizeEmail } from './email-address.js';

export class CreateEmailParams {
  @TextParam({
    description: 'Another address; unique over every address of everybody.',
    example: 'ada@analytical.example',
    max: 254,
    normalize: normalizeEmail,
    check: emailProblem,
    format: 'email',
  })
  email!: string;
}
