import { Global, Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { Limits } from './limits.js';
import { SealedTokens } from './sealed-tokens.js';
import { Passwords } from './passwords.js';
import { People } from './people.js';
import { SudoInterceptor } from './sudo.interceptor.js';
import { TokenGuard } from './token.guard.js';

/** Stands before every route: who calls, whom he acts as, and whether he may. */
@Global()
@Module({
  providers: [
    People,
    Passwords,
    Limits,
    SealedTokens,
    { provide: APP_GUARD, useClass: TokenGuard },
    { provide: APP_INTERCEPTOR, useClass: SudoInterceptor },
  ],
  exports: [People, Passwords, Limits, SealedTokens],
})
export class AuthModule {}
