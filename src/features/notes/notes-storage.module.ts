import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SystemNotes } from '../../core/event-recording/system-notes.js';
import { DATA_SOURCE_NAME, provideRepository } from '../../database/feature-repository.js';
import { DeletionRegistry } from '../../core/deletion/deletion-registry.js';
import { Note } from './note.entity.js';
import { NotesRepository } from './notes.repository.js';
import { SystemNotesService } from './system-notes.service.js';

/** Provides the repository, and `SystemNotes` to issues and merge requests, which are below notes. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Note], DATA_SOURCE_NAME)],
  providers: [
    provideRepository(NotesRepository, Note),
    { provide: SystemNotes, useClass: SystemNotesService },
  ],
  exports: [NotesRepository, SystemNotes],
})
export class NotesStorageModule {
  constructor(deletions: DeletionRegistry) {
    deletions.register(...NotesRepository.owned);
  }
}
