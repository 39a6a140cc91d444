import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

/** What a file of a program evaluates to: CommonJS, which the build has put into its usual function. */
type Body = (
  exports: object,
  require: (id: string) => unknown,
  module: { exports: object },
  filename: string,
  folder: string,
) => void;

/** The files that were loaded, by the paths of their code caches. */
export const scripts = new Map<string, Script>();

/**
 * Runs a bundled program from V8's code cache, which the build has written: compiling is half of a start. A file
 * without a cache, or whose cache V8 refuses, is compiled as ever. See docs/decisions/0012.
 */
export function launch(url: URL): void {
  const modules = new Map<string, { exports: object }>();

  const load = (file: string): object => {
    const known = modules.get(file);
    if (known) return known.exports;
    const module = { exports: {} };
    const folder = dirname(file);
    const others = createRequire(file);
    const require = (id: string): unknown =>
      id.startsWith('./') ? load(join(folder, id)) : others(id);
    modules.set(file, module);
    try {
      const body = compile(file).runInThisContext() as Body;
      body(module.exports, Object.assign(require, others), module, file, folder);
    } catch (error) {
      // Whoever asks for it again gets the error again, not the half that was made.
      modules.delete(file);
      throw error;
    }
    return module.exports;
  };

  load(fileURLToPath(url));
}

function compile(file: string): Script {
  const text = readFileSync(file);
  const cache = cacheOf(file, text);
  const script = new Script(text.toString('latin1'), {
    filename: file,
    cachedData: existsSync(cache) ? readFileSync(cache) : undefined,
  });
  scripts.set(cache, script);
  return script;
}

/** Its name tells of which text and for which Node it is: V8 itself looks at the length and its own version. */
function cacheOf(file: string, text: Buffer): string {
  const { versions, platform, arch, config } = process;
  const hash = createHash('sha256').update(JSON.stringify([versions, platform, arch, config]));
  return `${file}.${hash.update(text).digest('hex').slice(0, 16)}.cache`;
}
