import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../../database/feature-repository.js';
import { DeletionRegistry } from '../deletion/deletion-registry.js';
import { ExpiredResponses } from './expired-responses.service.js';
import { KeyedRequests } from './keyed-requests.service.js';
import { StoredResponse } from './stored-response.entity.js';
import { StoredResponsesRepository } from './stored-responses.repository.js';

/** Requests with an Idempotency-Key. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([StoredResponse], DATA_SOURCE_NAME)],
  providers: [
    provideRepository(StoredResponsesRepository, StoredResponse),
    KeyedRequests,
    ExpiredResponses,
  ],
  exports: [KeyedRequests],
})
export class IdempotencyModule {
  constructor(deletions: DeletionRegistry) {
    deletions.register(...StoredResponsesRepository.owned);
  }
}
