import type { AttackClass } from './attack-class.js';
import { addresses } from './classes/addresses.js';
import { audit } from './classes/audit.js';
import { bodies } from './classes/bodies.js';
import { closed } from './classes/closed.js';
import { enumeration } from './classes/enumeration.js';
import { fields } from './classes/fields.js';
import { files } from './classes/files.js';
import { foreign } from './classes/foreign.js';
import { framing } from './classes/framing.js';
import { guessing } from './classes/guessing.js';
import { html } from './classes/html.js';
import { keys } from './classes/keys.js';
import { linear } from './classes/linear.js';
import { logs } from './classes/logs.js';
import { mails } from './classes/mails.js';
import { markdown } from './classes/markdown.js';
import { memberships } from './classes/memberships.js';
import { privacy } from './classes/privacy.js';
import { races } from './classes/races.js';
import { rights } from './classes/rights.js';
import { routes } from './classes/routes.js';
import { sizes } from './classes/sizes.js';
import { sudo } from './classes/sudo.js';
import { targets } from './classes/targets.js';
import { types } from './classes/types.js';
import { visibility } from './classes/visibility.js';

/** The longest first, so that none of them is the last to run. */
export const CLASSES: readonly AttackClass[] = [
  ...[linear, bodies, types, sudo, races, enumeration, sizes, routes, logs, guessing, privacy],
  ...[rights, visibility, foreign, audit, files, markdown, fields, framing, addresses],
  ...[mails, memberships, closed, targets, html, keys],
];
