import { Controller, Get, Header, Inject, Param } from '@nestjs/common';
import { CONFIG, type Config } from '../../base/config/config.js';
import { NotFound } from '../../http/errors/errors.js';
import { toId } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { string } from '../../http/schema/schema.js';
import { identicon } from './identicon.js';

@Controller('avatars')
export class AvatarController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get(':file')
  @Header('content-type', 'image/svg+xml')
  @Header('cache-control', 'public, max-age=86400')
  @Operation({
    summary: 'Get the avatar of a user',
    access: 'public',
    missing: 'User',
    answers: {
      schema: string('An identicon.', { examples: [identicon(1)] }),
      mediaType: 'image/svg+xml',
    },
  })
  get(@Param('file') file: string): string {
    const id = toId(file.replace(/\.svg$/, ''));
    if (id === 0 || !this.config.publicPages) throw new NotFound('User');
    return identicon(id);
  }
}
