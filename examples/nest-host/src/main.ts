import { NestFactory } from '@nestjs/core';
import { createForgenoteAdapter } from 'forgenote';
import { DeskModule } from './desk.js';

const settings = { DATABASE_URL: 'sqlite:data/forge.sqlite' };
const desk = DeskModule.with('data/desk.sqlite', settings);
const app = await NestFactory.create(desk, createForgenoteAdapter());
// Closes the databases on SIGTERM.
app.enableShutdownHooks();
await app.listen(3000, '127.0.0.1');
