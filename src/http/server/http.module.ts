import { Global, Module } from '@nestjs/common';
import { PublicUrl } from '../routing/public-url.js';
import { RouteTable } from '../routing/route-table.js';
import { Drain } from './drain.js';

@Global()
@Module({
  providers: [Drain, PublicUrl, RouteTable],
  exports: [Drain, PublicUrl, RouteTable],
})
export class HttpModule {}
