import { Module } from '@nestjs/common';
import { OpenapiController } from './openapi.controller.js';
import { Routes } from './routes.js';

/** The document of the interface, made from what the routes declare. */
@Module({ controllers: [OpenapiController], providers: [Routes] })
export class OpenapiModule {}
