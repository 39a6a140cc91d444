import { Global, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ErrorFilter } from './error.filter.js';
import { PublicUrl } from './public-url.js';
import { RouteTable } from './route-table.js';

@Global()
@Module({
  providers: [PublicUrl, RouteTable, { provide: APP_FILTER, useClass: ErrorFilter }],
  exports: [PublicUrl, RouteTable],
})
export class HttpModule {}
