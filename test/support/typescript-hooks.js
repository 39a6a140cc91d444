/** The hooks of @swc-node/register, with errors that name the file that does not compile. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as swc from '@swc-node/register/esm';

/** Node passes only enumerable properties of an error between threads: without this, its text is lost. */
function readable(error) {
  for (const name of ['stack', 'message'])
    Object.defineProperty(error, name, { value: error[name], enumerable: true });
  return error;
}

/** The compiler says what is wrong, but not in which file. Its own stack follows the reason. */
function named(error, url) {
  const [reason] = error.message.split(/\s+Caused by:/);
  const text = `${relative(process.cwd(), fileURLToPath(url))} does not compile:\n${reason}`;
  return Object.assign(new SyntaxError(text), { stack: text });
}

export async function resolve(specifier, context, next) {
  try {
    return await swc.resolve(specifier, context, next);
  } catch (error) {
    throw readable(error);
  }
}

export async function load(url, context, next) {
  try {
    return await swc.load(url, context, next);
  } catch (error) {
    throw readable(error.code === 'GenericFailure' ? named(error, url) : error);
  }
}
