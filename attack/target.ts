import type { Cleanup } from '../bench/cleanup.js';
import { ADMIN } from '../bench/seed.js';
import type { ServerProcess } from '../bench/server-process.js';
import type { Random } from '../torture/random.js';
import { Caller } from './clients/caller.js';
import type { MailSink } from './clients/mail-sink.js';
import { RawConnection } from './clients/raw-connection.js';
import type { OpenService } from './open-service.js';
import { World } from './world/world.js';

interface TargetOptions extends OpenService {
  cleanup: Cleanup;
  isBroken: boolean;
  /** The complete product instead of a part of it. */
  isLong: boolean;
  random: Random;
}

/** The attacked service. */
export class Target {
  readonly findings: string[] = [];
  /** The first administrator. */
  readonly root: Caller;
  readonly anonymous: Caller;

  constructor(private readonly options: TargetOptions) {
    const { service, cleanup } = options;
    this.anonymous = Caller.connect(service.origin);
    this.root = this.anonymous.as(ADMIN.token);
    cleanup.add(() => this.anonymous.close());
  }

  get service(): ServerProcess {
    return this.options.service;
  }

  /** @throws Error the service does not start */
  startAnother(url: string, env: Record<string, string>): Promise<ServerProcess> {
    return this.options.startAnother(url, env);
  }

  get mails(): MailSink {
    if (!this.options.mails) throw new Error('The service sends no mails');
    return this.options.mails;
  }

  get random(): Random {
    return this.options.random;
  }

  /** What the service has logged so far. */
  get log(): string {
    return this.options.output.join('');
  }

  /** On a broken service the first finding is enough. */
  get isDone(): boolean {
    return this.options.isBroken && this.findings.length > 0;
  }

  get isLong(): boolean {
    return this.options.isLong;
  }

  /** One of two sizes of the attack. */
  size(usual: number, long: number): number {
    return this.options.isLong ? long : usual;
  }

  /** Records a weakness of the service. */
  find(what: string): void {
    this.findings.push(what);
  }

  require(holds: boolean, otherwise: string): void {
    if (!holds) this.find(otherwise);
  }

  world(): Promise<World> {
    return World.create(this.root);
  }

  /** A connection for bytes that no HTTP client sends. */
  raw(): RawConnection {
    const connection = new RawConnection(this.service.origin);
    this.options.cleanup.add(() => {
      connection.end();
      return Promise.resolve();
    });
    return connection;
  }
}
