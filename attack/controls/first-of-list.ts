/** A service that takes the first value of a list. */
import { Input } from '../../src/http/input/input.js';

interface Given {
  given: (name: string) => unknown;
}
type Values = (this: Given, ...values: never[]) => object;
const prototype = Input.prototype as unknown as { values: Values };
const { values } = prototype;

prototype.values = function (...options) {
  const given = (name: string): unknown => {
    const value = this.given(name);
    return Array.isArray(value) ? (value as unknown[])[0] : value;
  };
  return values.apply(Object.create(this, { given: { value: given } }) as Given, options);
};
