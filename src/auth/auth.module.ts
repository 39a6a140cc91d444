import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CONFIG, type Config } from '../config/config.js';
import { LimitCounters } from './limit-counters.js';
import { Limits } from './limits.js';
import { Passwords } from './passwords.js';
import { SealedTokens } from './sealed-tokens.js';
import { SudoInterceptor } from './sudo.interceptor.js';
import { TokenGuard } from './token.guard.js';

/** Authentication and access, for every route. `IdempotencyInterceptor` runs the sudo interceptor. */
@Global()
@Module({
  providers: [
    Passwords,
    {
      provide: LimitCounters,
      inject: [CONFIG],
      useFactory: (config: Config) => new LimitCounters(config).open(),
    },
    Limits,
    SealedTokens,
    { provide: APP_GUARD, useClass: TokenGuard },
    SudoInterceptor,
  ],
  exports: [Passwords, Limits, SealedTokens, SudoInterceptor],
})
export class AuthModule {}
