import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { ErrorFilter } from './error.filter.js';
import { PageHeadersInterceptor } from './page-headers.interceptor.js';
import { PublicUrl } from './public-url.js';
import { RouteTable } from './route-table.js';

@Global()
@Module({
  providers: [
    PublicUrl,
    RouteTable,
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_INTERCEPTOR, useClass: PageHeadersInterceptor },
  ],
  exports: [PublicUrl, RouteTable],
})
export class HttpModule {}
