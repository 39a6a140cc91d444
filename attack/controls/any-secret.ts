/** A service that confirms with any secret. */
import { UserConfirmation } from '../../src/features/users/user-confirmation.service.js';
import { patch } from './patch.js';

patch(UserConfirmation.prototype, 'confirm', (confirm, scope, secret) =>
  confirm(scope, secret).catch(() => true),
);
