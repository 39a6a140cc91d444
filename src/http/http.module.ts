import { Global, Module } from '@nestjs/common';
import { PublicUrl } from './public-url.js';
import { RouteTable } from './route-table.js';

@Global()
@Module({
  providers: [PublicUrl, RouteTable],
  exports: [PublicUrl, RouteTable],
})
export class HttpModule {}
