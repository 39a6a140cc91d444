import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../base/config/config.js';
import { Directory } from '../ldap/directory.js';

/** The directory of the settings. */
@Injectable()
export class ConfiguredDirectory {
  /** Null: there is none. */
  readonly directory: Directory | null;

  constructor(@Inject(CONFIG) { directory }: Config) {
    this.directory = directory && new Directory(directory);
  }
}
