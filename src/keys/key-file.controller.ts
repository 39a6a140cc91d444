import { Controller, Get, Header, Optional, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Operation } from '../http/routing/operation.js';
import { string } from '../http/schema/schema.js';
import { KeyFiles } from './key-file.service.js';
import { NamesakePages } from './namesake-pages.js';

@Controller()
export class KeyFileController {
  constructor(
    private readonly files: KeyFiles,
    // A host application may have left out the pages.
    @Optional() private readonly pages?: NamesakePages,
  ) {}

  @Get(':username.keys')
  @Header('content-type', 'text/plain; charset=utf-8')
  @Operation({
    summary: 'Get the SSH keys of a user as a file',
    description: 'One key per line, without comments. Empty if the user has no keys.',
    access: 'public',
    operationId: 'getKeyFile',
    answers: {
      schema: string('Lines of `authorized_keys`.', {
        examples: [
          'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL18lkwJP5F6hH3gN4yGNqD6BjDw5BWJQSXZuGaUIMFF\n',
        ],
      }),
      mediaType: 'text/plain',
    },
  })
  async get(
    @Param('username') username: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const page = await this.pages?.render(`${username}.keys`, request, reply);
    return page ?? this.files.get(username);
  }
}
