import { Inject, Injectable, Optional } from '@nestjs/common';
import { ROOT_PATHS, USUAL_PATHS, type RootPaths } from './root-routes.js';
import { LoggableError } from '../../base/log/loggable-error.js';

/** Builds all URLs in responses. The base never comes from a request, because a header could name any host. */
@Injectable()
export class PublicUrl {
  private url: string | null = null;
  /** The path prefix that a host application adds, such as `/forge`. It is part of the base. */
  mount = '';
  /** Where a host application has the routes outside `/api/v3`. */
  readonly paths: RootPaths;

  constructor(@Optional() @Inject(ROOT_PATHS) paths?: RootPaths) {
    this.paths = paths ?? USUAL_PATHS;
  }

  get base(): string {
    if (this.url === null)
      throw new LoggableError('The public URL is not known before the service listens');
    return this.url;
  }

  set base(url: string) {
    this.url = url;
  }

  /** The path of the page that all others link to. Null if there is none, because all pages are closed. */
  firstPage(isPublic: boolean): string | null {
    const base = new URL(this.base).pathname.replace(/\/$/, '');
    const { home, pages } = this.paths;
    if (home !== null) return base + (home || '/');
    // The root of a host application does not belong to the service.
    return isPublic && pages !== null ? `${base}${pages}/public/projects` : null;
  }

  /** What the paths of all pages begin with. */
  get pages(): string {
    return this.base + (this.paths.pages ?? '');
  }

  /** The URL of a path that the router knows. */
  forPath(path: string): string {
    return this.base + path.slice(this.mount.length);
  }

  /** The URL of a user's profile page. */
  profile(username: string): string {
    return `${this.pages}/${username}`;
  }

  /** The URL of a user's SSH keys. Null if the service does not have them. */
  keyFile(username: string): string | null {
    const { keyFiles } = this.paths;
    return keyFiles === null ? null : `${this.base}${keyFiles}/${username}.keys`;
  }

  /** The URL of a user's avatar. The service draws avatars itself, so that no other site learns who views them. */
  avatar(userId: number): string {
    return `${this.base}${this.paths.avatars ?? ''}/avatars/${userId}.svg`;
  }
}
