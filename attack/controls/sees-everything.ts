/** A service where every user sees what administrators see. */
import { Actor } from '../../src/auth/actor.js';

Object.defineProperty(Actor.prototype, 'viewer', {
  get(this: Actor) {
    return { viewer: this.person.id, viewer_admin: true, viewer_external: false };
  },
});
