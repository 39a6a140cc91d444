import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../base/config/config.js';
import { buildVersion, programFile } from '../base/config/package-files.js';
import { PublicUrl } from '../http/routing/public-url.js';
import type { SiteLinks } from './templates/templates.js';

const read = (file: string) => readFileSync(programFile(`src/pages/templates/${file}`), 'utf8');
export const STYLE = read('style.css');
export const ICON = read('forgenote.svg');

/** Changes with the stylesheet, so that browsers never use an old one. */
const STYLE_HASH = createHash('sha256').update(STYLE).digest('hex').slice(0, 12);

/** Facts about this installation that pages show. */
@Injectable()
export class Site {
  readonly version = buildVersion();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly urls: PublicUrl,
  ) {}

  get operator(): string | null {
    return this.config.operator;
  }

  /** False if PUBLIC_PAGES=off. */
  get isPublic(): boolean {
    return this.config.publicPages;
  }

  get links(): SiteLinks {
    const base = this.pathOf(this.urls.base).replace(/\/$/, '');
    const { isPublic } = this;
    const { docs, pages, home } = this.urls.paths;
    const root = base + (pages ?? '');
    const firstPage = this.urls.firstPage(isPublic);
    return {
      root,
      home: firstPage,
      about: home === null ? null : firstPage,
      docs: docs === null ? null : `${base}${docs}/docs`,
      style: `${root}/assets/forgenote.css?v=${STYLE_HASH}`,
      isPublic,
    };
  }

  avatar(userId: number): string {
    return this.pathOf(this.urls.avatar(userId));
  }

  profile(username: string): string {
    return this.pathOf(this.urls.profile(username));
  }

  keyFile(username: string): string | null {
    const url = this.urls.keyFile(username);
    return url && this.pathOf(url);
  }

  /** Drops the host: a page must work under any host name, and its policy allows only its own origin. */
  private pathOf(url: string): string {
    return new URL(url).pathname;
  }
}
