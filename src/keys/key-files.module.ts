import { Module } from '@nestjs/common';
import { KeyFileController } from './key-file.controller.js';
import { KeyFiles } from './key-file.service.js';

/** Keys as an sshd reads them, outside the API. */
@Module({ controllers: [KeyFileController], providers: [KeyFiles] })
export class KeyFilesModule {}
