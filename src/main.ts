#!/usr/bin/env node
import './compile-cache.js';
import { explain } from './config/cannot-start.js';
import { exitCodeOf } from './config/exit-code.js';
import { start } from './start.js';

async function main(words: string[]): Promise<void> {
  if (words.length === 0) return start();
  // Dynamic: a start without words does not load the command line.
  const { createProgram } = await import('./cli/program.js');
  const program = createProgram({
    start,
    createApp: async (config) => (await import('./app.js')).createApp(config),
  });
  await program.parseAsync(words, { from: 'user' });
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(explain(error));
  process.exit(exitCodeOf(error));
});
