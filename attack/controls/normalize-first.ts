/** A service that normalizes texts before it checks their length. */
import { Input } from '../../src/http/input/input.js';
import { patch } from './patch.js';

interface Values {
  values: (...given: never[]) => Record<string, unknown>;
}

patch(Input.prototype as unknown as Values, 'values', (values, ...given) => {
  const read = values(...given);
  for (const value of Object.values(read)) if (typeof value === 'string') value.normalize('NFKC');
  return read;
});
