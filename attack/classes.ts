import type { AttackClass } from './attack-class.js';
import { addresses } from './classes/addresses.js';
import { enumeration } from './classes/enumeration.js';
import { fields } from './classes/fields.js';
import { foreign } from './classes/foreign.js';
import { guessing } from './classes/guessing.js';
import { keys } from './classes/keys.js';
import { linear } from './classes/linear.js';
import { privacy } from './classes/privacy.js';
import { races } from './classes/races.js';
import { rights } from './classes/rights.js';
import { sudo } from './classes/sudo.js';
import { types } from './classes/types.js';

/** The longest first, so that none of them is the last to run. */
export const CLASSES: readonly AttackClass[] = [
  ...[linear, types, sudo, races, enumeration, guessing, privacy, rights, foreign],
  ...[fields, addresses, keys],
];
