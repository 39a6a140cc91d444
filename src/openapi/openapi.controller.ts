import { Controller, Get, Inject } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { Operation } from '../http/operation.js';
import { PublicUrl } from '../http/public-url.js';
import type { OpenApiDocument } from './document-types.js';
import { Routes } from './routes.js';

@Controller('openapi.json')
export class OpenapiController {
  private document?: Promise<OpenApiDocument>;

  constructor(
    private readonly routes: Routes,
    private readonly publicUrl: PublicUrl,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @Operation({
    summary: 'Get this document',
    access: 'public',
    answers: { schema: { type: 'object' } },
    hidden: true,
  })
  get(): Promise<OpenApiDocument> {
    return (this.document ??= this.build());
  }

  /** Loaded with the first question: a start does not wait for what most runs never need. */
  private async build(): Promise<OpenApiDocument> {
    const { buildDocument } = await import('./document.js');
    return buildDocument(this.routes.list, {
      publicUrl: this.publicUrl.base,
      spelling: this.config.profileFields,
    });
  }
}
