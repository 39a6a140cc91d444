import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { FirstAdministrator } from './first-administrator.service.js';

@Module({ imports: [UsersModule], providers: [FirstAdministrator] })
export class FirstAdministratorModule {}
