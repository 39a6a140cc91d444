import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Limits } from './limits.js';
import { SealedTokens } from './sealed-tokens.js';
import { Passwords } from './passwords.js';
import { People } from './people.js';
import { SudoGuard } from './sudo.guard.js';
import { TokenGuard } from './token.guard.js';

/** Stands before every route: who calls, whom he acts as, and whether he may. */
@Global()
@Module({
  providers: [
    People,
    Passwords,
    Limits,
    SealedTokens,
    // In this order.
    { provide: APP_GUARD, useClass: TokenGuard },
    { provide: APP_GUARD, useClass: SudoGuard },
  ],
  exports: [People, Passwords, Limits, SealedTokens],
})
export class AuthModule {}
