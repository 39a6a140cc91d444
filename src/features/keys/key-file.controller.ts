import { Controller, Get, Header, Param } from '@nestjs/common';
import { Operation } from '../../http/routing/operation.js';
import { string } from '../../http/schema/schema.js';
import { KeyFiles } from './key-file.service.js';

@Controller()
export class KeyFileController {
  constructor(private readonly files: KeyFiles) {}

  @Get(':username.keys')
  @Header('content-type', 'text/plain; charset=utf-8')
  @Operation({
    summary: 'Get the SSH keys of a user as a file',
    description: 'One key per line, without comments. Empty if the user has no keys.',
    access: 'public',
    operationId: 'getKeyFile',
    missing: 'User',
    answers: {
      schema: string('Lines of `authorized_keys`.', {
        examples: [
          'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL18lkwJP5F6hH3gN4yGNqD6BjDw5BWJQSXZuGaUIMFF\n',
        ],
      }),
      mediaType: 'text/plain',
    },
  })
  get(@Param('username') username: string): Promise<string> {
    return this.files.get(username);
  }
}
