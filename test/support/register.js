/** For `node --import`: compiles TypeScript as it is loaded. */
import { register } from 'node:module';

register('./typescript-hooks.js', import.meta.url);
