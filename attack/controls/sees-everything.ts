/** A service where users outside of projects see what administrators see. */
import { Actor } from '../../src/auth/actor.js';

Object.defineProperty(Actor.prototype, 'viewer', {
  get(this: Actor) {
    const { id, username, admin, external } = this.person;
    // The others build the world: their writes would notice the difference.
    const isOutside = /^(outsider|external)-/.test(username);
    return {
      viewer: id,
      viewer_admin: admin || isOutside,
      viewer_external: external && !isOutside,
    };
  },
});
