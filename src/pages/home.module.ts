import { Module } from '@nestjs/common';
import { HomeController } from './home.controller.js';
import { PagesModule } from './pages.module.js';

/** The page `/`. A host application has a page of its own there. */
@Module({ imports: [PagesModule], controllers: [HomeController] })
export class HomeModule {}
