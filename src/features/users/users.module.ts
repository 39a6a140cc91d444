import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../../database/feature-repository.js';
import { DeletionRegistry } from '../../core/deletion/deletion-registry.js';
import { Rules } from '../../core/doctor/rules.js';
import { EmailsModule } from '../emails/emails.module.js';
import { PrimaryEmailsModule } from '../emails/primary-emails.module.js';
import { MailModule } from '../mail/mail.module.js';
import { UserTermsModule } from '../user-search-index/user-terms.module.js';
import { ConfirmationController } from './confirmation.controller.js';
import { CredentialsRepository } from './credentials.repository.js';
import { CurrentUserController } from './current-user.controller.js';
import { GhostService } from './ghost.service.js';
import { IdentitiesRepository } from './identities.repository.js';
import { Identity } from './identity.entity.js';
import { PeopleRepository } from './people.repository.js';
import { SignInAddress } from './sign-in-address.entity.js';
import { SignInAddressesRepository } from './sign-in-addresses.repository.js';
import { UserBlocking } from './user-blocking.service.js';
import { UserChanges } from './user-changes.service.js';
import { UserConfirmation } from './user-confirmation.service.js';
import { UserDeletion } from './user-deletion.service.js';
import { UserIdentities } from './user-identities.service.js';
import { UserPeople } from './user-people.js';
import { UserRecords } from './user-records.service.js';
import { UserSearchRepository } from './user-search.repository.js';
import { TokenEncryption } from './token-encryption.service.js';
import { UserTokens } from './user-tokens.service.js';
import { UserViews } from './user-views.service.js';
import { User } from './user.entity.js';
import { UsersController } from './users.controller.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([User, Identity, SignInAddress], DATA_SOURCE_NAME),
    UserTermsModule,
    PrimaryEmailsModule,
    EmailsModule,
    MailModule,
  ],
  controllers: [UsersController, CurrentUserController, ConfirmationController],
  providers: [
    provideRepository(UsersRepository, User),
    provideRepository(PeopleRepository, User),
    provideRepository(CredentialsRepository, User),
    provideRepository(UserSearchRepository, User),
    provideRepository(IdentitiesRepository, Identity),
    provideRepository(SignInAddressesRepository, SignInAddress),
    ...[UsersService, UserRecords, UserViews, UserPeople],
    ...[UserBlocking, UserDeletion, UserIdentities, UserConfirmation, GhostService],
    ...[UserChanges, UserTokens, TokenEncryption],
  ],
  exports: [
    ...[UsersRepository, PeopleRepository, CredentialsRepository, SignInAddressesRepository],
    ...[UsersService, UserRecords, UserViews, UserPeople, UserConfirmation],
    ...[UserBlocking, UserTokens, TokenEncryption, IdentitiesRepository, GhostService],
  ],
})
export class UsersModule {
  constructor(deletions: DeletionRegistry, rules: Rules) {
    rules.register(...UsersRepository.rules);
    deletions.register(
      ...UsersRepository.owned,
      ...IdentitiesRepository.owned,
      ...SignInAddressesRepository.owned,
    );
  }
}
