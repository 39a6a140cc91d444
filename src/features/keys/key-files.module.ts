import { Module } from '@nestjs/common';
import { KeyFileController } from './key-file.controller.js';
import { KeyFiles } from './key-file.service.js';
import { KeysModule } from './keys.module.js';

/** `/<username>.keys`, at the root instead of below the API prefix. */
@Module({ imports: [KeysModule], controllers: [KeyFileController], providers: [KeyFiles] })
export class KeyFilesModule {}
