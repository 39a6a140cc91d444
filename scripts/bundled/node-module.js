/**
 * Stands for `node:module` in the bundle. `@nestjs/typeorm` looks for two classes that TypeORM 1 does not have any more. It
 * requires TypeORM in a way that esbuild does not see, and would load a second copy, which takes 0.2 s. It gets an error
 * instead, and then knows that the classes are missing.
 */
import module from 'module';

export * from 'module';
export default module;

export function createRequire(file) {
  const require = module.createRequire(file);
  const requireOthers = (name) => {
    if (name === 'typeorm') throw new Error('The bundle has its own TypeORM');
    return require(name);
  };
  return Object.assign(requireOthers, require);
}
