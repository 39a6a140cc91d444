import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { claim } from '../../database/claims.js';
import { DATA_SOURCE_NAME, provideRepository } from '../../database/feature-repository.js';
import { DeletionRegistry } from '../../core/deletion/deletion-registry.js';
import { Rules } from '../../core/doctor/rules.js';
import { UserTerm } from './user-term.entity.js';
import { USERNAME, UserTermsRepository } from './user-terms.repository.js';

/** Nobody changes the names while they are indexed again. */
const CLAIM_USER = claim('users', 'id = :id');

/** The search index over usernames and email addresses. */
@Module({
  imports: [TypeOrmModule.forFeature([UserTerm], DATA_SOURCE_NAME)],
  providers: [provideRepository(UserTermsRepository, UserTerm)],
  exports: [UserTermsRepository],
})
export class UserTermsModule {
  constructor(deletions: DeletionRegistry, rules: Rules, terms: UserTermsRepository) {
    deletions.register(...UserTermsRepository.owned);
    rules.register({
      table: 'users',
      text: 'is found by its name and addresses',
      isBroken: UserTermsRepository.isIncomplete,
      repair: {
        subject: 'user',
        run: async (unit, id) => {
          await unit.claim(CLAIM_USER, { id });
          await unit.withRepository(terms).reindex(id, USERNAME);
        },
      },
    });
  }
}
