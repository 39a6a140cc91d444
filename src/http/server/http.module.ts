import { Global, Module } from '@nestjs/common';
import { PublicUrl } from '../routing/public-url.js';
import { RouteTable } from '../routing/route-table.js';

@Global()
@Module({
  providers: [PublicUrl, RouteTable],
  exports: [PublicUrl, RouteTable],
})
export class HttpModule {}
