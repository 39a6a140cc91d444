import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../database/feature-repository.js';
import { DeletionRegistry } from '../deletion/deletion-registry.js';
import { ExpiredResponses } from './expired-responses.service.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { KeyedRequests } from './keyed-requests.service.js';
import { StoredResponse } from './stored-response.entity.js';
import { StoredResponsesRepository } from './stored-responses.repository.js';

/** Requests with an Idempotency-Key. */
@Module({
  imports: [TypeOrmModule.forFeature([StoredResponse], DATA_SOURCE_NAME)],
  providers: [
    provideRepository(StoredResponsesRepository, StoredResponse),
    KeyedRequests,
    ExpiredResponses,
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
  ],
})
export class IdempotencyModule {
  constructor(deletions: DeletionRegistry) {
    deletions.register(...StoredResponsesRepository.owned);
  }
}
