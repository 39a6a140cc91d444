import { TextParam } from '../http/input/params.js';

export class SessionParams {
  @TextParam({
    description: 'Username or address; `email` may stand in its place.',
    example: 'ada',
    required: false,
    blank: true,
  })
  login?: string;

  @TextParam({ description: 'Address, where `login` is not given.', required: false, blank: true })
  email?: string;

  @TextParam({ description: 'Password.', example: 'correct-horse', max: 1_000 }) password!: string;
}
