import { Controller, Get, Header, Inject } from '@nestjs/common';
import { CONFIG, type Config } from '../../base/config/config.js';
import { Operation } from '../routing/operation.js';
import { string } from '../schema/schema.js';
import { PublicUrl } from '../routing/public-url.js';
import type { OpenApiDocument } from './document-types.js';
import { Routes } from './routes.js';

@Controller()
export class OpenapiController {
  private document?: Promise<OpenApiDocument>;
  private json?: Buffer;
  private yaml?: Buffer;

  constructor(
    private readonly routes: Routes,
    private readonly publicUrl: PublicUrl,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  // Both buffers are shared by all responses: a client that does not read must not hold a copy. Writing the document
  // takes 6 ms as JSON, and 70 ms as YAML.

  @Get('openapi.json')
  @Header('content-type', 'application/json; charset=utf-8')
  @Operation({
    summary: 'Get this document',
    access: 'public',
    answers: { schema: { type: 'object' } },
    hidden: true,
  })
  async getJson(): Promise<Buffer> {
    const document = await this.get();
    return (this.json ??= Buffer.from(JSON.stringify(document)));
  }

  @Get('openapi.yaml')
  @Header('content-type', 'application/yaml; charset=utf-8')
  @Operation({
    summary: 'Get this document as YAML',
    access: 'public',
    answers: { schema: string('The document as YAML.'), mediaType: 'application/yaml' },
    hidden: true,
  })
  async getYaml(): Promise<Buffer> {
    const { stringify } = await import('yaml');
    const document = await this.get();
    return (this.yaml ??= Buffer.from(stringify(document, { aliasDuplicateObjects: false })));
  }

  private get(): Promise<OpenApiDocument> {
    this.document ??= this.build().catch((error: unknown) => {
      // The next request tries again.
      delete this.document;
      throw error;
    });
    return this.document;
  }

  /** Imports the builder on the first request: that takes 9 ms, which a start does not need. */
  private async build(): Promise<OpenApiDocument> {
    const { buildDocument } = await import('./document.js');
    // The server URL already contains the mount path.
    const { base, mount } = this.publicUrl;
    const routes = this.routes.list.map((route) => {
      return { ...route, path: route.path.slice(mount.length) };
    });
    return buildDocument(routes, {
      publicUrl: base,
      naming: this.config.profileFields,
    });
  }
}
