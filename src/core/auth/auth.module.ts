import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../base/config/config.js';
import { ActorFactory } from './actor-factory.js';
import { HostUsers } from './host-users.js';
import { LimitStore } from './limit-store.js';
import { Limits } from './limits.js';
import { Passwords } from './passwords.js';
import { SealedTokens } from './sealed-tokens.js';
import { SudoInterceptor } from './sudo.interceptor.js';

/** What the token guard and the sudo interceptor need. `AppModule` applies both to every controller. */
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
    SudoInterceptor,
  ],
  exports: [Passwords, Limits, SealedTokens, SudoInterceptor, ActorFactory, HostUsers],
})
export class AuthModule {}
