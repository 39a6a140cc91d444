import { Global, Module } from '@nestjs/common';
import { People } from '../auth/people.js';
import { UserPeople } from './user-people.js';

/** Provides `People` to the guards and to the features below `users/`. */
@Global()
@Module({ providers: [{ provide: People, useClass: UserPeople }], exports: [People] })
export class PeopleModule {}
