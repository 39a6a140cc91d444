import { useCompileCache } from './compile-cache.js';
import { explain } from '../../base/config/cannot-start.js';
import { exitCodeOf } from '../../base/config/exit-code.js';
import { onUnexpectedFailure } from '../../base/log/unexpected-failure.js';
import { start } from './start.js';

async function main(words: string[]): Promise<void> {
  if (words.length === 0) return start();
  // Dynamic: a start without words does not load the command line, which takes 8 ms.
  const { createProgram } = await import('../../operations/cli/program.js');
  const program = createProgram({
    start,
    createApp: async (config) => (await import('../app.js')).createApp(config),
    serveEphemeral: async (flags) => {
      const { serveEphemeral } = await import('../../operations/test-forges/serve-ephemeral.js');
      useCompileCache();
      await serveEphemeral(() => import('../app.js'), flags);
    },
    loadSchema: async () => (await import('../schema.js')).schema,
  });
  await program.parseAsync(words, { from: 'user' });
}

function fail(error: unknown): never {
  console.error(explain(error));
  process.exit(exitCodeOf(error));
}

// Files that the service makes are for its own account alone.
process.umask(0o077);
onUnexpectedFailure(fail);
main(process.argv.slice(2)).catch(fail);
