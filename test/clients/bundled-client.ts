import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

/** What a bundler makes of `forgenote/client`, as one ES module. */
export async function bundledClient(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../client/client.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
}
