import { setFlagsFromString } from 'node:v8';

const GROWTH = '--semi-space-growth-factor';

/**
 * Most of what is made during the start stays. V8 takes that for load and doubles the space for new objects
 * several times over, some 25 MB that an idle service would keep. So it does not grow until the function that
 * is answered is called: then as V8 has it by default.
 */
export function startSmall(): () => void {
  setFlagsFromString(`${GROWTH}=1`);
  return () => {
    setFlagsFromString(`${GROWTH}=2`);
  };
}
