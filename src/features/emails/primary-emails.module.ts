import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../../database/feature-repository.js';
import { Email } from './email.entity.js';
import { PrimaryEmailsRepository } from './primary-emails.repository.js';

/** For `features/users/`: the primary address is a field of the user and a row of this table. */
@Module({
  imports: [TypeOrmModule.forFeature([Email], DATA_SOURCE_NAME)],
  providers: [provideRepository(PrimaryEmailsRepository, Email)],
  exports: [PrimaryEmailsRepository],
})
export class PrimaryEmailsModule {}
