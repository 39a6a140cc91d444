/** A service that ignores PUBLIC_PAGES=off. */
import { Site } from '../../src/pages/site.js';

Object.defineProperty(Site.prototype, 'isPublic', { get: () => true });
