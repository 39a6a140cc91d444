/** A service that shows everybody what administrators see. */
import type { Actor } from '../../src/core/auth/actor.js';
import { UserViews } from '../../src/features/users/user-views.service.js';
import { patch } from './patch.js';

const asAdmin = (actor: Actor): Actor =>
  Object.create(actor, { isAdmin: { value: true } }) as Actor;

patch(UserViews.prototype, 'list', (list, actor, page) => list(asAdmin(actor), page));
patch(UserViews.prototype, 'single', (single, actor, user) => single(asAdmin(actor), user));
