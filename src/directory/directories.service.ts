import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { Directory } from '../ldap/directory.js';

/** The configured directories. */
@Injectable()
export class Directories {
  /** In the order in which unknown logins are looked up. */
  readonly all: readonly Directory[];

  constructor(@Inject(CONFIG) { directories }: Config) {
    this.all = directories.map((config) => new Directory(config));
  }

  find(provider: string): Directory | null {
    return this.all.find((directory) => directory.provider === provider) ?? null;
  }
}
