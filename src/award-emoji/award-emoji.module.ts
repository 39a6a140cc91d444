import { Module } from '@nestjs/common';
import { NoteablesModule } from '../notes/noteables.module.js';
import { AwardEmojiController } from './award-emoji.controller.js';
import { Awardables } from './awardables.service.js';
import { AwardsService } from '../awards/awards.service.js';

@Module({
  imports: [NoteablesModule],
  controllers: [AwardEmojiController],
  providers: [AwardsService, Awardables],
  exports: [AwardsService],
})
export class AwardEmojiModule {}
