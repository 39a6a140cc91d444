import { Global, Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { Limits } from './limits.js';
import { Passwords } from './passwords.js';
import { SealedTokens } from './sealed-tokens.js';
import { SudoInterceptor } from './sudo.interceptor.js';
import { TokenGuard } from './token.guard.js';

/** Runs for every route: authentication, sudo, access. */
@Global()
@Module({
  providers: [
    Passwords,
    Limits,
    SealedTokens,
    { provide: APP_GUARD, useClass: TokenGuard },
    { provide: APP_INTERCEPTOR, useClass: SudoInterceptor },
  ],
  exports: [Passwords, Limits, SealedTokens],
})
export class AuthModule {}
