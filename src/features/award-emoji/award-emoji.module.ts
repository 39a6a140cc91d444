import { Module } from '@nestjs/common';
import { AwardsModule } from '../awards/awards.module.js';
import { NoteablesModule } from '../noteables/noteables.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { AwardEmojiController } from './award-emoji.controller.js';
import { AwardEmojiService } from './award-emoji.service.js';

@Module({
  imports: [AwardsModule, NoteablesModule, NotesModule],
  controllers: [AwardEmojiController],
  providers: [AwardEmojiService],
  exports: [AwardEmojiService],
})
export class AwardEmojiModule {}
