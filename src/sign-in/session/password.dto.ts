import { TextParam } from '../../http/input/params.js';

export class ChangePasswordInput {
  @TextParam({ description: 'The present password.', example: 'correct-horse', max: 1_000 })
  current_password!: string;

  @TextParam({
    description: 'The new password, 8 to 128 characters.',
    example: 'battery-staple',
    min: 8,
    max: 128,
  })
  password!: string;
}
