import { Global, Module } from '@nestjs/common';
import { Lifecycle } from './lifecycle.js';

/** Lifecycle events, for every feature. */
@Global()
@Module({ providers: [Lifecycle], exports: [Lifecycle] })
export class LifecycleModule {}
