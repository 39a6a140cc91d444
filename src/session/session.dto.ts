import { TextParam } from '../http/input/params.js';

export class SessionParams {
  @TextParam({
    description: 'Username or primary email address. Required unless `email` is given.',
    example: 'ada',
    required: false,
    blank: true,
  })
  login?: string;

  @TextParam({
    description: 'Used as `login` if `login` is not given.',
    required: false,
    blank: true,
  })
  email?: string;

  @TextParam({ description: 'Password.', example: 'correct-horse', max: 1_000 }) password!: string;
}
