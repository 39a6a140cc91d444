import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../base/config/config.js';
import { ActorFactory } from './actor-factory.js';
import { HostUsers } from './host-users.js';
import { LimitStore } from './limit-store.js';
import { Limits } from './limits.js';
import { Passwords } from './passwords.js';
import { SealedTokens } from './sealed-tokens.js';

/** What the token guard and the sudo interceptor need. */
@Global()
@Module({
  providers: [
    Passwords,
    {
      provide: LimitStore,
      inject: [CONFIG],
      useFactory: ({ limits }: Config) => LimitStore.open(limits),
    },
    Limits,
    SealedTokens,
    ActorFactory,
    HostUsers,
  ],
  exports: [Passwords, Limits, SealedTokens, ActorFactory, HostUsers],
})
export class AuthModule {}
