/** A service that returns as many items per page as the client asks for. */
import { Input } from '../../src/http/input/input.js';

interface Given {
  given: (name: string) => unknown;
}
type Read = (this: Given, ...options: never[]) => Record<string, unknown>;
const prototype = Input.prototype as unknown as { read: Read };
const { read } = prototype;

prototype.read = function (...options) {
  const params = read.apply(this, options);
  const size = Number(this.given('per_page'));
  return size > 100 && size < 1e6 ? { ...params, per_page: size } : params;
};
