import { Injectable } from '@nestjs/common';

/** The base of every URL the service writes. Never taken from a request: a header could name any host. */
@Injectable()
export class PublicUrl {
  private url: string | null = null;
  /** What an application the service is mounted in has put before all its paths: `/forge`. Part of the base. */
  mount = '';

  get base(): string {
    if (this.url === null) throw new Error('The public URL is known once the service listens');
    return this.url;
  }

  set base(url: string) {
    this.url = url;
  }

  /** The address of a path as the router has it. */
  of(path: string): string {
    return this.base + path.slice(this.mount.length);
  }

  /** Where a person's page is. */
  profile(username: string): string {
    return `${this.base}/${username}`;
  }

  /** The picture of a person: drawn by the service itself, nobody else learns who looks at whom. */
  avatar(userId: number): string {
    return `${this.base}/avatars/${userId}.svg`;
  }
}
