/** The name of the method that `console.log` calls. Not from `node:util`: the published types need no types of Node. */
export const INSPECT: unique symbol = Symbol.for('nodejs.util.inspect.custom');
