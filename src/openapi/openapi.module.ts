import { Module } from '@nestjs/common';
import { OpenapiController } from './openapi.controller.js';
import { Routes } from './routes.js';

/** Serves the OpenAPI document, which is built from the declarations of the routes. */
@Module({ controllers: [OpenapiController], providers: [Routes] })
export class OpenapiModule {}
