import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { OpenapiController } from './openapi.controller.js';
import { Routes } from './routes.js';

/** Serves the OpenAPI document, which is built from the declarations of the routes. */
@Module({ imports: [DiscoveryModule], controllers: [OpenapiController], providers: [Routes] })
export class OpenapiModule {}
