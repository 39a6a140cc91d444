import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CONFIG, type Config } from '../../base/config/config.js';
import { RouteNotFound } from '../errors/errors.js';
import { Operation } from '../routing/operation.js';
import { PublicUrl } from '../routing/public-url.js';
import { string } from '../schema/schema.js';
import { packageVersion, vendoredFile } from '../../base/config/package-files.js';

/** Files served from the package swagger-ui-dist. */
const PACKAGED = ['swagger-ui.css', 'swagger-ui-bundle.js'];
const TYPES: Record<string, string> = { '.css': 'text/css', '.js': 'text/javascript' };
const ONE_DAY_SECONDS = 86_400;

/** Serves the API reference: Swagger UI, with no request to another host. */
@Controller('docs')
export class ReferenceController {
  constructor(
    private readonly urls: PublicUrl,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @Operation({
    summary: 'Show the API reference',
    access: 'public',
    answers: { schema: string('HTML.'), mediaType: 'text/html' },
    hidden: true,
  })
  async page(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const { POLICY, referencePage } = await import('./reference.page.js');
    void reply.type('text/html; charset=utf-8').headers({
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
    });
    const root = new URL(this.urls.base).pathname.replace(/\/$/, '');
    const docs = `${root}${this.urls.paths.docs ?? ''}/docs`;
    const site = this.urls.firstPage(this.config.publicPages);
    return referencePage({ root, docs, site }, packageVersion());
  }

  @Get(':file')
  @Operation({
    summary: 'Get a file of the reference',
    access: 'public',
    answers: { schema: string('A script or a stylesheet.') },
    hidden: true,
  })
  async file(
    @Param('file') file: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | string> {
    const content = await contentOf(file);
    void reply
      .type(`${TYPES[extname(file)] ?? ''}; charset=utf-8`)
      .header('cache-control', `public, max-age=${ONE_DAY_SECONDS}`);
    return content;
  }
}

/** Shared by all responses: a client that does not read must not hold a copy. */
const packaged = new Map<string, Buffer>();

async function contentOf(file: string): Promise<Buffer | string> {
  if (PACKAGED.includes(file)) {
    const content = packaged.get(file) ?? (await readFile(vendoredFile('swagger-ui-dist', file)));
    packaged.set(file, content);
    return content;
  }
  const { SCRIPT, STYLE } = await import('./reference.page.js');
  if (file === 'reference.js') return SCRIPT;
  if (file === 'reference.css') return STYLE;
  throw new RouteNotFound();
}
