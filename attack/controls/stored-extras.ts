/** A service that stores `is_admin` of a new or changed user, which is no parameter. */
import { Input } from '../../src/http/input/input.js';

interface Examined {
  params: Record<string, unknown>;
}
interface Given {
  given: (name: string) => unknown;
}
type Examine = (this: Given, ...values: never[]) => Examined;
const prototype = Input.prototype as unknown as { examine: Examine };
const { examine } = prototype;

prototype.examine = function (...values) {
  const examined = examine.apply(this, values);
  if (this.given('is_admin') === true && examined.params['name'] !== undefined)
    examined.params['admin'] = true;
  return examined;
};
