import { Injectable } from '@nestjs/common';

/** The base of every URL the service writes. Never taken from a request: a header could name any host. */
@Injectable()
export class PublicUrl {
  private url: string | null = null;

  get base(): string {
    if (this.url === null) throw new Error('The public URL is known once the service listens');
    return this.url;
  }

  set base(url: string) {
    this.url = url;
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
