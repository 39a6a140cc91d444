import { Controller, Get, Header, Param } from '@nestjs/common';
import { NotFound } from '../http/errors/errors.js';
import { toId } from '../http/input/input.js';
import { Operation } from '../http/routing/operation.js';
import { string } from '../http/schema/schema.js';
import { identicon } from './identicon.js';

@Controller('avatars')
export class AvatarController {
  @Get(':file')
  @Header('content-type', 'image/svg+xml')
  @Header('cache-control', 'public, max-age=86400')
  @Header('content-security-policy', "default-src 'none'")
  @Operation({
    summary: 'Get the avatar of a user',
    access: 'public',
    answers: {
      schema: string('An identicon.', { examples: ['<svg xmlns="http://www.w3.org/2000/svg"/>'] }),
      mediaType: 'image/svg+xml',
    },
  })
  get(@Param('file') file: string): string {
    const id = toId(file.replace(/\.svg$/, ''));
    if (id === 0) throw new NotFound('User');
    return identicon(id);
  }
}
