import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { Noteables } from './noteables.service.js';

@Module({ imports: [ProjectsModule], providers: [Noteables], exports: [Noteables] })
export class NoteablesModule {}
