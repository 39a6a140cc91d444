import { Global, Module } from '@nestjs/common';
import { People } from '../../core/auth/people.js';
import { UserPeople } from './user-people.js';
import { UsersModule } from './users.module.js';

/** Provides `People` to the guards and to the features below `features/users/`. */
@Global()
@Module({
  imports: [UsersModule],
  providers: [{ provide: People, useExisting: UserPeople }],
  exports: [People],
})
export class PeopleModule {}
