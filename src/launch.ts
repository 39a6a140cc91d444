import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
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

/** The files that were loaded, by where the code V8 made of each is kept. */
export const scripts = new Map<string, Script>();

/**
 * Runs a bundled program with the code V8 made of it at the build: compiling is half of a start. A file without
 * such code, or whose code V8 refuses, is compiled as ever. See docs/decisions/0012.
 */
export function launch(url: URL): void {
  const modules = new Map<string, { exports: object }>();

  const load = (file: string): object => {
    const known = modules.get(file);
    if (known) return known.exports;
    const module = { exports: {} };
    modules.set(file, module);
    const folder = dirname(file);
    const others = createRequire(file);
    const require = (id: string): unknown =>
      id.startsWith('./') ? load(join(folder, id)) : others(id);
    (compile(file).runInThisContext() as Body)(module.exports, require, module, file, folder);
    return module.exports;
  };

  load(fileURLToPath(url));
}

function compile(file: string): Script {
  const text = readFileSync(file);
  const code = codeFile(file, text);
  const script = new Script(text.toString('latin1'), {
    filename: file,
    cachedData: readIfThere(code),
  });
  scripts.set(code, script);
  return script;
}

/** Its name tells of what it is the code, and for which V8: it fits no other. */
function codeFile(file: string, text: Buffer): string {
  const hash = createHash('sha256').update(process.version).update(process.arch).update(text);
  return `${file}.${hash.digest('hex').slice(0, 16)}.code`;
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
