/** A service where users outside of projects see what administrators see. */
import { Actor, type Viewer } from '../../src/core/auth/actor.js';

const original = Object.getOwnPropertyDescriptor(Actor.prototype, 'viewer');

Object.defineProperty(Actor.prototype, 'viewer', {
  get(this: Actor) {
    const viewer = original?.get?.call(this) as Viewer;
    // The others build the world: their writes would notice the difference.
    return /^(outsider|external)-/.test(this.person.username)
      ? { ...viewer, viewer_admin: true, viewer_external: false }
      : viewer;
  },
});
